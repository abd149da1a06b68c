import BoundedCrop
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct IgnoredWordsTests {
    @Test(arguments: [
        (["w-auto"], "w-auto"), (["a", "b=1,2"], "a, b=1,2"), (["é 1\r\nx", "%C3%A9", "%"], "%C3%A9%201%0D%0Ax, %C3%A9, %25"),
        ([String(repeating: "a", count: 81)], String(repeating: "a", count: 80)),
    ])
    func `what a header field cannot have is encoded, and long words are cut`(words: [String], text: String) {
        #expect(IgnoredWords.headerText(words) == text)
    }

    @Test func `a long list ends with three dots`() {
        let many = IgnoredWords.headerText(Array(repeating: "abcdefgh", count: 500))
        #expect(many.hasPrefix("abcdefgh, abcdefgh") && many.hasSuffix("abcdefgh, ...") && (900...1010).contains(many.utf8.count))
        // One character of many parts is long, too.
        let joined = "a" + String(repeating: "\u{301}", count: 5000)
        let wide = IgnoredWords.headerText([joined, String(repeating: "𝕏", count: 100)])
        #expect(wide.hasSuffix("%CC%81, ...") && wide.utf8.count < 1010)
    }

    @Test(arguments: [
        ("/iiif/3/photos%2Fobama.jpg/full/9,/0/default.jpg?", "&", ""), ("/cf/w=9,", ",", "/photos/obama.jpg"),
        ("/ix/photos/obama.jpg?w=9&", "&", ""),
    ])
    func `the header stays short in every grammar`(start: String, separator: String, end: String) async throws {
        let service = try await RunningService {
            $0.grammars = (try? ["cloudflare:/cf", "imgix:/ix", "iiif:/iiif"].map { try GrammarMount($0) }) ?? []
        }
        let words = (0..<300).map { "\($0)z=%C3%A9" }
        let reply = try await service.get(start + words.joined(separator: separator) + end)
        let header = try #require(reply["X-BoundedCrop-Ignored-Filters"], "\(reply.text)")
        #expect(header.hasPrefix("0z=%C3%A9, 1z") && header.hasSuffix(", ...") && header.utf8.count < 1010, "\(header)")
    }
}
