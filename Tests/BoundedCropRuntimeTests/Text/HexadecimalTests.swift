import BoundedCropRuntime
import Testing

@Suite struct HexadecimalTests {
    @Test func `bytes are two digits in lower case, and are read in either case`() {
        #expect(Hexadecimal.text([0, 9, 10, 0xAB, 255]) == "00090aabff" && Hexadecimal.text([]).isEmpty)
        #expect(Hexadecimal.bytes("00090aabff") == [0, 9, 10, 0xAB, 255] && Hexadecimal.bytes("AbCd") == [0xAB, 0xCD])
        #expect(Hexadecimal.bytes("") == [] && Hexadecimal.values("f0") == [15, 0])
    }

    @Test(arguments: ["0", "abc", "0x", "g0", "+1", "-1", " 1", "1é", "é", "\u{FF11}\u{FF11}", "1\u{0}"])
    func `anything else is not read`(text: String) { #expect(Hexadecimal.bytes(text) == nil) }

    @Test(arguments: [("a\u{7F}", true), ("\n", true), ("a\u{0}b", true), ("", false), ("a ä\u{80}😀", false)])
    func `control characters of ASCII are found`(text: String, has: Bool) { #expect(text.hasControlCharacters == has) }
}
