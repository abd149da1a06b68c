import Testing

@testable import BoundedCropService

/// The examples and rules of https://www.w3.org/TR/trace-context/#traceparent-header.
@Suite struct TraceParentTests {
    static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    static let valid = "00-\(trace)-00f067aa0ba902b7-01"

    /// What is not valid to the letter.
    static let hostile = [
        "", "00", "-", String(repeating: "-", count: 55), String(repeating: "0", count: 55), valid + "-", valid + "-01", valid + "0",
        String(valid.dropLast()), " " + valid, valid + " ", valid.uppercased(), valid.replacing("4bf9", with: "4BF9"),
        valid.replacing("00-", with: "ff-"), valid.replacing("00-", with: "0-0"), valid.replacing("00-", with: "FE-"),
        "00-\(String(repeating: "0", count: 32))-00f067aa0ba902b7-01", "00-\(trace)-0000000000000000-01",
        valid.replacing("-01", with: "-0g"), valid.replacing("4bf9", with: "4bgz"), valid.replacing("-00f0", with: "_00f0"),
        "00-\(trace)0-0f067aa0ba902b7-01", "\(valid), \(valid)", "cc-\(trace)-00f067aa0ba902b7-01.x", "cc-\(trace)-00f067aa0ba902b7-01,",
        valid.replacing("4bf9", with: "４bf"), String(repeating: "a", count: 100_000),
    ]

    @Test(arguments: [valid, "00-\(trace)-00f067aa0ba902b7-00", "00-\(trace)-00f067aa0ba902b7-ff", "cc-\(trace)-00f067aa0ba902b7-01"])
    func `a valid parent names its trace and span`(text: String) throws {
        let parent = try #require(TraceParent(text))
        #expect(parent.traceID == Self.trace && parent.spanID == "00f067aa0ba902b7")
    }

    @Test(arguments: ["-", "-what-the-future-will-be-like", "-00"]) func `later versions may have more fields`(rest: String) {
        #expect(TraceParent("cc-\(Self.trace)-00f067aa0ba902b7-01" + rest)?.traceID == Self.trace)
    }

    @Test(arguments: hostile) func `anything else is ignored`(text: String) {
        #expect(TraceParent(text) == nil)
    }

    @Test func `nothing is not a parent`() {
        #expect(TraceParent(nil) == nil)
    }

    @Test func `any single changed byte that is not a digit makes it invalid`() {
        for index in 0..<55 {
            var bytes = Array(Self.valid.utf8)
            bytes[index] = bytes[index] == UInt8(ascii: "-") ? UInt8(ascii: "0") : UInt8(ascii: "-")
            #expect(TraceParent(String(decoding: bytes, as: UTF8.self)) == nil, "byte \(index)")
        }
    }
}
