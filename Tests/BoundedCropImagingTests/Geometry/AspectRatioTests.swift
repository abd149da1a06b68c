import BoundedCropImaging
import Foundation
import Testing

@Suite struct AspectRatioTests {
    @Test(arguments: [(4, 2, 2, 1), (1920, 1080, 16, 9), (7, 7, 1, 1), (65_535, 1, 65_535, 1), (.max, .max, 1, 1)])
    func isInLowestTerms(width: Int, height: Int, reducedWidth: Int, reducedHeight: Int) {
        let aspect = AspectRatio(width, height)
        #expect((aspect.width, aspect.height) == (reducedWidth, reducedHeight))
        #expect(aspect == AspectRatio(reducedWidth, reducedHeight))
    }

    @Test(arguments: [
        ("16:9", AspectRatio(16, 9)), ("1.91:1", AspectRatio(191, 100)), ("2", AspectRatio(2, 1)), ("0.5", AspectRatio(1, 2)),
        ("1:1", AspectRatio(1, 1)), ("0.0001:100000", AspectRatio(1, 1_000_000_000)), ("2.3500:1.00", AspectRatio(47, 20)),
        ("99999.9999:1", AspectRatio(999_999_999, 10_000)),
    ])
    func parsesText(text: String, expected: AspectRatio) {
        #expect(AspectRatio(text) == expected)
    }

    @Test(arguments: [
        "", ":", "16:", ":9", "16:9:1", "0:1", "1:0", "-1:1", "+1:1", "1e2:1", "0x10:1", "inf", "nan", "1,5", " 1:1", "1:1 ", "1.5.2", ".",
        "0.00001", "100001", "1.00001:1", "½", "١:١", "1/2",
    ])
    func refusesOtherText(text: String) {
        #expect(AspectRatio(text) == nil)
    }

    @Test func itsDescriptionCanBeParsed() {
        for aspect in [AspectRatio(16, 9), AspectRatio(191, 100), AspectRatio(1, 1)] {
            #expect(AspectRatio(aspect.description) == aspect)
        }
    }

    @Test func isDecodedInLowestTerms() throws {
        let decoded = try JSONDecoder().decode(AspectRatio.self, from: Data(#"{"width": 4, "height": 2}"#.utf8))
        #expect(decoded == AspectRatio(2, 1))
        #expect(try JSONDecoder().decode(AspectRatio.self, from: JSONEncoder().encode(AspectRatio(16, 9))) == AspectRatio(16, 9))
    }

    @Test(arguments: [#"{"width": 0, "height": 2}"#, #"{"width": 4, "height": -2}"#, #"{"width": 4}"#])
    func refusesToDecodeInvalidSides(json: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(AspectRatio.self, from: Data(json.utf8)) }
    }
}
