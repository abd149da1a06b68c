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

    @Test(
        arguments: [
            (#"{"a": 1, "b": [{"a": 1}, {"a": "\":{"}], "c": {"a": {}, "b": []}, "\"": ":", "\\": 2}"#, nil),
            (#"[{}, [0, {"a": 1, "a": 2}]]"#, "[1][1].a"), (#"{"a": {"b": 1, "c": [1, {}], "\u0062": 2}}"#, "a.b"), ("7", nil),
            (#"{"x": [{"a": 1}, {"a": [{"a": 1}], "b": {"a": 2}, "a": 3}]}"#, "x[1].a"), (#"{"": 1, "": 2}"#, ""),
        ] as [(String, String?)]
    )
    func `a member that is twice in an object is named`(json: String, place: String?) {
        let message = place.map { "\($0): this is there twice: leave one out" }
        let found: String?
        do {
            try JSONText.checkNames(Array(json.utf8))
            found = nil
        } catch {
            found = (error as? BoundedCropError)?.message
        }
        #expect(found == message)
    }

    @Test func `text in an encoding that hides names is refused`() {
        #expect(throws: BoundedCropError.self) { try JSONText.checkNames(Array("{}".utf16).flatMap { [UInt8($0), 0] }) }
    }
}
