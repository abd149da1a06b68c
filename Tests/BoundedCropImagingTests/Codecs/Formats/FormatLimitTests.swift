import TestSupport
import Testing

@testable import BoundedCropImaging

@Suite struct FormatLimitTests {
    private static let files = ["gif", "bmp", "tif", "heic", "avif", "jxl", "jp2"].map { "formats/obama." + $0 }

    private static func options(_ change: (inout ImageLimits) -> Void) -> DecodingOptions {
        var options = DecodingOptions()
        change(&options.limits)
        return options
    }

    @Test(arguments: files)
    func applyToTheHeader(file: String) throws {
        let size = try Fixture.source(file).size
        let bytes = try Fixture.bytes(file)
        let fitting = Self.options {
            ($0.maximumSide, $0.maximumPixels, $0.maximumBytes) = (size.longSide, size.area, bytes.count)
        }
        #expect(try Fixture.source(file, fitting).pixels().size == size)
        expectError(.limitExceeded, saying: "\(size.longSide - 1) pixels along a side") {
            _ = try Fixture.source(file, Self.options { $0.maximumSide = size.longSide - 1 })
        }
        expectError(.limitExceeded, saying: "\(size)") { _ = try Fixture.source(file, Self.options { $0.maximumPixels = size.area - 1 }) }
        expectError(.limitExceeded, saying: "\(bytes.count) bytes") {
            _ = try Fixture.source(file, Self.options { $0.maximumBytes = bytes.count - 1 })
        }
    }

    @Test func ofZeroRefuseEveryForm() throws {
        for fixture in try FormatFixture.all.get() {
            expectError(.limitExceeded) { _ = try fixture.source(Self.options { $0.maximumPixels = 0 }) }
        }
    }
}
