import BoundedCrop
import Testing

@testable import BoundedCropViews

@Suite struct HalfBlocksTests {
    private typealias Pixel = (UInt8, UInt8, UInt8, UInt8)
    private static let red: Pixel = (255, 0, 0, 255)
    private static let blue: Pixel = (0, 0, 255, 255)
    private static let clear: Pixel = (0, 0, 0, 0)

    private func line(_ upper: [Pixel], _ lower: [Pixel]) throws -> String {
        let bytes = (upper + lower).flatMap { [$0.0, $0.1, $0.2, $0.3] }
        let picture = try PixelBuffer(size: PixelSize(width: upper.count, height: lower.isEmpty ? 1 : 2), bytes: bytes)
        return HalfBlocks.lines(of: picture)[0]
    }

    @Test func aCellShowsTheUpperPixelInItsForegroundAndTheLowerInItsBackground() throws {
        #expect(try line([Self.red], [Self.blue]) == "\u{1B}[38;2;255;0;0;48;2;0;0;255m▀\u{1B}[0m")
    }

    @Test func equalPixelsAreASpace() throws {
        #expect(try line([Self.red], [Self.red]) == "\u{1B}[48;2;255;0;0m \u{1B}[0m")
    }

    @Test func colorsAreWrittenOnlyWhenTheyChange() throws {
        let line = try line([Self.red, Self.red, Self.red], [Self.blue, Self.blue, Self.red])
        #expect(line == "\u{1B}[38;2;255;0;0;48;2;0;0;255m▀▀\u{1B}[48;2;255;0;0m \u{1B}[0m")
    }

    @Test func transparentPixelsShowTheTerminalsBackground() throws {
        #expect(try line([Self.clear], [Self.clear]) == " \u{1B}[0m")
        #expect(try line([Self.red], [Self.clear]) == "\u{1B}[38;2;255;0;0m▀\u{1B}[0m")
        #expect(try line([Self.clear], [Self.red]) == "\u{1B}[38;2;255;0;0m▄\u{1B}[0m")
        #expect(try line([Self.red, Self.clear], [Self.red, Self.clear]) == "\u{1B}[48;2;255;0;0m \u{1B}[49m \u{1B}[0m")
    }

    @Test func anOddLastRowIsDrawnAlone() throws {
        #expect(try line([Self.blue], []) == "\u{1B}[38;2;0;0;255m▀\u{1B}[0m")
    }
}
