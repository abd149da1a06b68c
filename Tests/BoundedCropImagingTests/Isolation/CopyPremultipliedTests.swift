import CSandbox
import TestSupport
import Testing

/// Whatever a helper wrote is premultiplied while it is copied.
@Suite struct CopyPremultipliedTests {
    @Test(arguments: [0, 1, 2, 3, 4, 5, 7, 8, 4095, 4096, 4097, 9001])
    func clampsColorsToTheirAlphaAndChangesNothingElse(count: Int) {
        var generator = SeededGenerator(seed: UInt64(count))
        let source = (0..<count * 4).map { _ in UInt8.random(in: 0...255, using: &generator) }
        var copy = [UInt8](repeating: 7, count: source.count + 4)
        bc_copy_premultiplied(&copy, source, count)
        let expected = source.indices.map { min(source[$0], source[$0 / 4 * 4 + 3]) }
        #expect(copy == expected + [7, 7, 7, 7])
    }
}
