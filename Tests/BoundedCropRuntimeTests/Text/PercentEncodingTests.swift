import BoundedCropRuntime
import Testing

@Suite(.timeLimit(.minutes(15))) struct PercentEncodingTests {
    @Test(arguments: [
        ("", ""), ("abc", "abc"), ("%41%62c", "Abc"), ("%c3%A4", "ä"), ("ä", "ä"), ("%25", "%"), ("%2541", "%41"), ("a+b", "a+b"),
    ])
    func decodesEscapesToBytes(_ text: String, _ expected: String) {
        #expect(PercentEncoding.decoded(text) == expected)
        #expect(PercentEncoding.decodedBytes(text) == Array(expected.utf8))
    }

    @Test func everyByteCanBeEscaped() {
        for byte in UInt8.min...UInt8.max {
            let digits = (byte < 16 ? "0" : "") + String(byte, radix: 16)
            #expect(PercentEncoding.decodedBytes("%" + digits) == [byte])
            #expect(PercentEncoding.decodedBytes("%" + digits.uppercased()) == [byte])
        }
    }

    @Test(arguments: ["%", "a%", "%4", "%4g", "%g4", "%%", "% 41", "%+1", "%-1"]) func invalidEscapesAreKept(_ text: String) {
        #expect(PercentEncoding.decoded(text) == text)
    }

    @Test func invalidUTF8IsNil() {
        #expect(PercentEncoding.decoded("%ff") == nil)
        #expect(PercentEncoding.decodedBytes("%ff") == [255])
    }

    @Test(arguments: ["", "abc-._~", "a b", "ä/ö?ü#", "100%", "%41", "日本"]) func decodingRestoresTheEncodedText(_ text: String) {
        #expect(PercentEncoding.decoded(PercentEncoding.encoded(text)) == text)
        #expect(PercentEncoding.decoded(PercentEncoding.encoded(text, keeping: "")) == text)
    }

    @Test func allowedCharactersAreNotEscaped() {
        #expect(PercentEncoding.encoded("a/b?c#ä\n") == "a/b%3Fc%23%C3%A4%0A")
        #expect(PercentEncoding.encoded("a/b", keeping: "") == "a%2Fb")
        #expect(PercentEncoding.encoded("%41 %zz", keepingEscapes: true) == "%41%20%25zz")
    }
}
