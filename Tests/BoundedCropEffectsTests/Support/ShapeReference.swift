import BoundedCrop
import BoundedCropEffects
import Foundation
import Testing

/// The raw pixels in `Fixtures/effects/shapes`, made by the script beside them.
enum ShapeReference {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/effects/shapes")

    static func bytes(_ name: String) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: folder.appendingPathComponent("\(name).rgba")))
    }

    static func picture(_ name: String, _ width: Int = 23, _ height: Int = 17) throws -> PixelBuffer {
        try PixelBuffer(size: PixelSize(width: width, height: height), bytes: bytes(name))
    }

    /// Opaque above, ever more transparent below, with a clear hole.
    static var translucent: PixelBuffer { get throws { try picture("translucent") } }
    /// The same without transparency.
    static var opaque: PixelBuffer { get throws { try picture("opaque") } }
}

/// Expects two pictures of one size whose bytes differ by no more than a tolerance.
func expect(
    _ picture: PixelBuffer,
    matches reference: PixelBuffer,
    within tolerance: Int = 0,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(picture.size == reference.size, sourceLocation: sourceLocation)
    guard picture.size == reference.size else { return }
    let distance = zip(picture.bytes, reference.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 0
    #expect(distance <= tolerance, "off by up to \(distance)", sourceLocation: sourceLocation)
    expectColorsWithinAlpha(picture, sourceLocation: sourceLocation)
}

/// Expects no colour above its alpha.
func expectColorsWithinAlpha(_ picture: PixelBuffer, sourceLocation: SourceLocation = #_sourceLocation) {
    let bytes = picture.bytes
    let above = bytes.indices.first { bytes[$0] > bytes[$0 | 3] }
    #expect(above == nil, "byte \(above ?? 0) is above its alpha", sourceLocation: sourceLocation)
}

/// Expects `invalidArgument`, from effects applied to a small picture.
func expectInvalid(_ effects: any ImageEffect..., sourceLocation: SourceLocation = #_sourceLocation) throws {
    let picture = try ShapeReference.opaque
    for effect in effects {
        let error = #expect(throws: BoundedCropError.self, "\(effect)", sourceLocation: sourceLocation) { try picture.applying([effect]) }
        #expect(error?.code == .invalidArgument, sourceLocation: sourceLocation)
    }
}

/// A picture of one pixel.
let onePixel = PixelBuffer(size: PixelSize(width: 1, height: 1), filledWith: (100, 50, 20, 200))
