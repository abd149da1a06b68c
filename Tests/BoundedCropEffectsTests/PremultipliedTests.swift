import BoundedCrop
import TestSupport
import Testing

@testable import BoundedCropEffects

@Suite(.timeLimit(.minutes(15))) struct PremultipliedTests {
    @Test(arguments: AllEffects.table.map(\.name))
    func `no effect raises a color above its alpha`(name: String) throws {
        let size = PixelSize(width: 67, height: 59)
        let effect = try AllEffects.effect(name, on: size)
        for seed: UInt32 in [1, 2, 3] {
            let picture = try Pictures.noise(size.width, size.height, seed: seed, opaque: false)
            #expect(try picture.applying([effect]).isPremultiplied)
        }
    }

    /// As a faulty decoder or caller might provide.
    @Test(arguments: AllEffects.table.map(\.name))
    func `colors above their alpha do not trap`(name: String) throws {
        let size = PixelSize(width: 67, height: 59)
        var random = SeededGenerator(seed: 5)
        let picture = try PixelBuffer(size: size, bytes: (0..<size.area * 4).map { _ in UInt8.random(in: 0...255, using: &random) })
        _ = try picture.applying([AllEffects.effect(name, on: size)])
        _ = try Pictures.noise(67, 59).applying([.overlay(picture, x: .fromStart(3), y: .repeated), .flatten(on: .blue)])
    }

    /// White pixels without alpha, as found in a WebP.
    @Test func `blending saturates`() throws {
        let picture = try PixelBuffer(size: PixelSize(width: 3, height: 1), bytes: [255, 255, 255, 0, 255, 9, 9, 100, 255, 255, 255, 255])
        let flat = try picture.applying([.flatten(on: .blue)])
        #expect(flat.bytes == [255, 255, 255, 255, 255, 9, 164, 255, 255, 255, 255, 255])
    }
}
