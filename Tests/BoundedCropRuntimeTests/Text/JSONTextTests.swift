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
        #expect(problem(in: json) == place.map { "\($0): this is there twice: leave one out" })
    }

    @Test(
        arguments: [
            (#"{"a": 1,}"#, "a: nothing follows the comma behind this: leave it out"),
            (#"{"a": {"b": [1, [2, 3 , ]]}}"#, "a.b[1][1]: nothing follows the comma behind this: leave it out"),
            (
                "{\"a\": 1,\n \"b\": [\n  {},\n  {}\t,\n ],\n \"c\": 2}",
                "b[1]: nothing follows the comma behind this in line 4: leave it out"
            ),
            ("[1,]", "[0]: nothing follows the comma behind this: leave it out"),
            (#"{"a": ",", ",": [",}", ",]"], "\",": {}}"#, nil), ("[[], {}, [{}, 1], -2]", nil),
        ] as [(String, String?)]
    )
    func `a comma with nothing behind it is refused, with the member and the line`(json: String, message: String?) {
        #expect(problem(in: json) == message)
    }

    private func problem(in json: String) -> String? {
        do {
            try JSONText.check(Array(json.utf8))
            return nil
        } catch {
            return (error as? BoundedCropError)?.message
        }
    }

    @Test func `text in an encoding that hides names is refused`() {
        #expect(throws: BoundedCropError.self) { try JSONText.check(Array("{}".utf16).flatMap { [UInt8($0), 0] }) }
    }
}
