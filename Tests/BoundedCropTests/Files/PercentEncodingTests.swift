import BoundedCrop
import Testing

@Suite(.timeLimit(.minutes(15))) struct PercentEncodingTests {
    @Test(arguments: [("", ""), ("abc", "abc"), ("%41%62c", "Abc"), ("%c3%A4", "ä"), ("ä", "ä"), ("%25", "%"), ("a+b", "a+b")])
    func escapesStandForBytes(_ text: String, _ expected: String) {
        #expect(PercentEncoding.decoded(text) == Array(expected.utf8))
    }

    @Test func everyByteCanBeWritten() {
        for byte in UInt8.min...UInt8.max {
            let digits = (byte < 16 ? "0" : "") + String(byte, radix: 16)
            #expect(PercentEncoding.decoded("%" + digits) == [byte])
            #expect(PercentEncoding.decoded("%" + digits.uppercased()) == [byte])
        }
    }

    @Test(arguments: ["%", "a%", "%4", "%4g", "%g4", "%%41", "% 41", "%+1", "%-1"]) func brokenEscapesAreNone(_ text: String) {
        #expect(PercentEncoding.decoded(text) == nil)
    }
}
