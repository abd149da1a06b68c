import BoundedCrop
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct KeptKindsTests {
    private func kind(_ name: String) -> Feature.Kind { Feature.Kind(rawValue: name) }

    @Test(arguments: [
        ("person:1,dog:0.8,face", ["person": 1, "dog": 0.8, "face": 1], "dog:0.8,face,person"),
        (" person : 2 ,\ttraffic light ", ["person": 2, "traffic light": 1], "person:2,traffic light"),
        ("person,dog:0", ["person": 1], "person"), ("dog:-0,cat:0.0,face:1000", ["face": 1000], "face:1000"),
        ("é:1.0,日本:0.30000000000000004", ["é": 1, "日本": 0.30000000000000004], "é,日本:0.30000000000000004"),
        ("a:1e-5", ["a": 0.00001], "a:1e-05"), ("nan,1", ["nan": 1, "1": 1], "1,nan"),
    ])
    func textNamesKindsAndPriorities(text: String, priorities: [String: Double], written: String) throws {
        let kinds = try KeptKinds(text)
        #expect(Dictionary(uniqueKeysWithValues: kinds.priorities.map { ($0.key.rawValue, $0.value) }) == priorities)
        #expect(kinds.text == written)
        #expect(try KeptKinds(kinds.text) == kinds)
    }

    /// A text, and what the message must name.
    static let wrong = [
        ("", "“”"), ("  ", "“”"), (",", "“”"), ("person,", "“”"), (":2", "“”"), ("person:", "“person”"), ("person:x", "“x”"),
        ("person:-1", "“-1”"), ("person:nan", "“nan”"), ("person:inf", "“inf”"), ("person:1000.1", "“1000.1”"), ("person:1e400", "“1e400”"),
        ("person:0x10", "“0x10”"), ("person:+1", "“+1”"), ("person:1:2", "“1:2”"), ("person:٣", "“٣”"), ("person:1 2", "“1 2”"),
        ("face,person,face:2", "“face”"), ("face:0, face ", "“face”"), ("person:0", "no kind"),
        ((0..<65).map { "k\($0)" }.joined(separator: ","), "65 kinds"), (String(repeating: ",", count: 100_000), "100001 kinds"),
    ]

    @Test(arguments: wrong) func otherTextIsRefused(text: String, named: String) {
        expectError(.invalidArgument, saying: named) { _ = try KeptKinds(text) }
    }

    /// A combining mark makes one character of itself and the comma before it, and an Arabic number sign of itself and the one after it.
    @Test(arguments: ["a,\u{301}b:2", "y,x\u{600}", "x\u{600}:2,\u{301}", "\u{200d},a\u{200d}"])
    func charactersMayNotHideACommaOrAColon(text: String) throws {
        let kinds = try KeptKinds(text)
        #expect(kinds.priorities.count == 2)
        #expect(try KeptKinds(kinds.text) == kinds)
    }

    @Test func thereMayBe64() throws {
        #expect(try KeptKinds((0..<64).map { "k\($0):0.5" }.joined(separator: ",")).priorities.count == 64)
    }

    @Test func kindsAreMadeOfPriorities() throws {
        #expect(try KeptKinds([.face: 2, kind("dog"): 0, kind("a b"): 1]) == KeptKinds("face:2,a b"))
        for priority in [-1, 1000.5, .nan, .infinity] {
            expectError(.invalidArgument, saying: "“face”") { _ = try KeptKinds([.face: priority]) }
        }
        for name in ["", " ", "a,b", "a:1", " a", "a\n"] {
            expectError(.invalidArgument, saying: "“\(name)”") { _ = try KeptKinds([kind(name): 1]) }
        }
        expectError(.invalidArgument, saying: "no kind") { _ = try KeptKinds([:]) }
    }

    @Test func theOrderDoesNotMatter() throws {
        #expect(try Set([KeptKinds("a:2,b"), KeptKinds("b:1,a:2")]).count == 1)
        #expect(try KeptKinds("a,b") != KeptKinds("a,b:2"))
    }

    @Test func theyAreTextInJSON() throws {
        let kinds = try KeptKinds("person,face:2")
        let data = try JSONEncoder().encode([kinds])
        #expect(String(decoding: data, as: UTF8.self) == #"["face:2,person"]"#)
        #expect(try JSONDecoder().decode([KeptKinds].self, from: data) == [kinds])
        for text in [#"[""]"#, #"["face:x"]"#, "[3]", #"[{"face":1}]"#] {
            #expect(throws: DecodingError.self) { try JSONDecoder().decode([KeptKinds].self, from: Data(text.utf8)) }
        }
    }

    @Test func onlyFeaturesOfTheseKindsAreLeftWithTheirPriorities() throws {
        let place = Rect(x: 1, y: 2, width: 3, height: 4)
        let features = [
            Feature(place, confidence: 0.5, kind: kind("dog"), priority: 7), Feature(place), Feature(place, kind: .region),
            Feature(place, kind: kind("Dog")),
        ]
        #expect(
            try KeptKinds("region,dog:0.8").features(of: features) == [
                Feature(place, confidence: 0.5, kind: kind("dog"), priority: 0.8), features[2],
            ]
        )
    }
}
