import BoundedCropRuntime
import Testing

@Suite struct JSONTextTests {
    private struct Line: Encodable {
        let path: String
        let bytes: Int
        let area: [String: Double]
    }

    @Test func keysAreSortedOnOneLine() throws {
        let line = Line(path: "a/b “c”\n", bytes: 3, area: ["y": 0.5, "x": 1])
        let text = #"{"area":{"x":1,"y":0.5},"bytes":3,"path":"a/b “c”\n"}"#
        #expect(try JSONText.text(line) == text)
        #expect(try Array(JSONText.data(line)) == Array(text.utf8))
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity]) func nonFiniteNumbersAreErrors(_ number: Double) {
        #expect(throws: EncodingError.self) { try JSONText.text([number]) }
    }
}
