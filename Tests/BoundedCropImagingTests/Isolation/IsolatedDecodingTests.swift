import Foundation
import TestSupport
import Testing

@testable import BoundedCropImaging

/// Isolated decoding gives the same results as decoding in this process.
@Suite(.timeLimit(.minutes(15))) struct IsolatedDecodingTests {
    private static let decoders = Result {
        var settings = DecoderPool.Settings(program: try BuiltProgram.rogueDecoder(), limits: small)
        settings.onEvent = { if case .ended = $0 { Issue.record("\($0)") } }
        return try DecoderPool(settings)
    }
    private static let small: ImageLimits = {
        var limits = ImageLimits()
        limits.maximumPixels = 20_000_000
        return limits
    }()

    /// Every file of the fixtures, of any kind.
    private static let files: [String] = {
        let all = FileManager.default.enumerator(at: Fixture.root, includingPropertiesForKeys: [.isRegularFileKey])
        let root = Fixture.root.path + "/"
        return (all?.compactMap { $0 as? URL } ?? []).filter { $0.hasDirectoryPath == false }
            .map { $0.path.replacing(root, with: "") }.filter { !$0.hasSuffix(".py") && !$0.hasSuffix(".pyc") }.sorted()
    }()

    private static let variants: [(String, DecodingOptions)] = {
        var keeping = DecodingOptions()
        keeping.colorProfile = .keep
        var truncated = DecodingOptions()
        truncated.allowsTruncated = true
        return [("plain", DecodingOptions()), ("keeping", keeping), ("truncated", truncated)]
    }()

    private func result<Value>(_ body: () throws -> Value) -> Result<Value, BoundedCropError> {
        do { return .success(try body()) } catch let error as BoundedCropError { return .failure(error) } catch {
            Issue.record(error)
            return .failure(BoundedCropError(.detectionFailed, "\(error)"))
        }
    }

    /// Expects the same values or the same error messages.
    private func expectEqual<Value: Equatable>(_ here: () throws -> Value, _ there: () throws -> Value, _ what: String) {
        switch (result(here), result(there)) {
        case (.success(let here), .success(let there)):
            // The message does not print millions of pixels.
            let isSame = here == there
            #expect(isSame, "\(what)")
        case (.failure(let here), .failure(let there)): #expect(here.description == there.description, "\(what)")
        case (.success, .failure(let error)): Issue.record("\(what): \(error) there only")
        case (.failure(let error), .success): Issue.record("\(what): \(error) here only")
        }
    }

    @Test func `all files decode to the same pixels or fail with the same message`() throws {
        let decoders = try Self.decoders.get()
        var decoded = 0
        for file in Self.files {
            let bytes = try Fixture.bytes(file)
            for (name, options) in Self.variants {
                var options = options
                options.limits = Self.small
                var isolated = options
                isolated.decoders = decoders
                let what = "\(file), \(name)"
                expectEqual(
                    { try ImageSource(bytes: bytes, options: options).header },
                    { try ImageSource(bytes: bytes, options: isolated).header },
                    what
                )
                guard let here = try? ImageSource(bytes: bytes, options: options) else { continue }
                let there = try ImageSource(bytes: bytes, options: isolated)
                decoded += 1
                expectEqual({ try here.pixels(longSide: 100) }, { try there.pixels(longSide: 100) }, "\(what), overview")
                expectEqual({ try here.luma(longSide: 90) }, { try there.luma(longSide: 90) }, "\(what), luma")
                let part = PixelRect(
                    x: here.size.width / 4,
                    y: here.size.height / 5,
                    width: (here.size.width + 1) / 2,
                    height: (here.size.height + 1) / 2
                )
                for sizes in [[PixelSize(width: 20, height: 30)], [part.size, PixelSize(width: 300, height: 7)]] {
                    let cuts = sizes.map { PictureCut(part, scaledTo: $0) }
                    expectEqual({ try here.pixels(of: cuts) }, { try there.pixels(of: cuts) }, "\(what), crop")
                }
                expectEqual({ here.embeddedFeatures }, { there.embeddedFeatures }, "\(what), features")
                let crop = PixelBuffer(size: PixelSize(width: 8, height: 8), filledWith: (1, 2, 3, 255))
                for selection in [.all, .none, MetadataSelection(.rights, pixelsPerInch: 300)] {
                    expectEqual(
                        { try crop.blocking.encoded(as: .png(), from: here, keeping: selection) },
                        { try crop.blocking.encoded(as: .png(), from: there, keeping: selection) },
                        "\(what), metadata"
                    )
                }
            }
        }
        #expect(decoded > 250)
        #expect(decoders.aliveCount == 1)
    }

    /// Colors are converted in another process, through the source that keeps the decoded pixels.
    @Test func keptPixelsAreReleasedWithTheSource() throws {
        var isolated = DecodingOptions()
        isolated.decoders = try Self.decoders.get()
        var keeping = DecodingOptions()
        keeping.colorProfile = .keep
        let profiled = try Fixture.source("colour/astronaut_display_p3.jpg", keeping)
        let large = try profiled.pixels().resized(to: PixelSize(width: 1600, height: 1600))
        let bytes = try large.blocking.encoded(as: .jpeg(), from: profiled)
        weak var overview: DecodedOverview?
        do {
            let source = try ImageSource(bytes: bytes, options: isolated)
            overview = source.overview
            _ = try source.pixels(longSide: 400)
            #expect(overview != nil)
        }
        #expect(overview == nil)
    }

    @Test func `detection and several crops give the same results from shared decodes`() throws {
        var isolated = DecodingOptions()
        isolated.limits = Self.small
        isolated.decoders = try Self.decoders.get()
        for file in ["photos/obama.jpg", "photos/astronaut.png", "orientations/obama_6.jpg"] {
            let here = try Fixture.source(file)
            let there = try Fixture.source(file, isolated)
            #expect(try here.pixels(longSide: 320) == there.pixels(longSide: 320))
            let size = PixelSize(width: 60, height: 60)
            let rectangles = [PixelRect(x: 5, y: 6, width: 90, height: 90), PixelRect(x: 0, y: 0, width: 120, height: 100)]
            let cuts = rectangles.map { PictureCut($0, scaledTo: size) }
            #expect(try here.pixels(of: cuts) == there.pixels(of: cuts), "\(file)")
            #expect(here.contentHash == there.contentHash)
        }
    }
}
