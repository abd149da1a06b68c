import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropImaging

@Suite(.timeLimit(.minutes(15))) struct HostileFileTests {
    private static func read(_ bytes: [UInt8], _ options: DecodingOptions = DecodingOptions()) throws {
        let source = try ImageSource(bytes: bytes, options: options)
        if source.header.isAnimated { try source.forEachFrame { _ in true } } else { _ = try source.pixels() }
    }

    @Test(arguments: try HostileFile.all.get()) func `causes one clear error`(file: HostileFile) throws {
        let error = try #require(throws: BoundedCropError.self) { try Self.read(file.bytes) }
        #expect(file.codes.contains(error.code), "\(error)")
        #expect((1...400).contains(error.message.count), "\(error)")
    }

    /// The part that can be read may be a picture.
    @Test(arguments: try HostileFile.all.get()) func `decodes or causes an error if damage is allowed`(file: HostileFile) throws {
        do {
            try Self.read(file.bytes, TruncatedFileTests.options)
        } catch {
            #expect(error is BoundedCropError, "\(error)")
        }
    }

    /// Each byte that is missing, in the animations of a few hundred bytes.
    @Test(arguments: try AnimationFixture.all.get()) func `an animation that is cut anywhere decodes or causes an error`(
        animation: AnimationFixture
    ) throws {
        let step = max(1, animation.bytes.count / 60)
        var refused = 0
        for length in stride(from: 0, to: animation.bytes.count, by: step) {
            do {
                try Self.read(Array(animation.bytes.prefix(length)))
            } catch {
                #expect(error is BoundedCropError, "\(length): \(error)")
                refused += 1
            }
        }
        #expect(refused > 30)
    }
}
