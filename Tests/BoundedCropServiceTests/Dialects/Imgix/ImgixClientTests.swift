import BoundedCrop
import Foundation
import TestSupport
import Testing

@testable import BoundedCropService

/// URLs that imgix's own client makes, from `References/make-imgix-urls.py`, each with the request that it means.
@Suite(.timeLimit(.minutes(15))) struct ImgixClientTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let url: String
        let canonical: String

        var testDescription: String { url }
    }

    static let cases: [Case] = {
        let table = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("References/imgix-urls.txt")
        let text = (try? String(contentsOf: table, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            return Case(url: fields[0], canonical: fields.last ?? "")
        }
    }()

    private static let dialect = Result {
        var configuration = ServiceConfiguration()
        configuration.dialects.imgixTokens = ["my-token"]
        configuration.allowsUnsafe = true
        return try ImgixDialect(configuration)
    }

    @Test func `the table is complete`() {
        #expect(Self.cases.count == 160)
        #expect(Self.cases.filter { $0.url.contains("&s=") }.count == 80)
    }

    @Test(arguments: cases)
    func `each URL means the same as in the service's own grammar`(example: Case) throws {
        let request = try Self.dialect.get().read(DialectTarget(example.url.dropFirst()))
        #expect(try request.url.description == DialectRequest.canonicalText(example.canonical))
        #expect(request.ignored.isEmpty)
        #expect(request.isSigned == example.url.contains("&s="))
        #expect(try ImageURL(instructions: request.url.description) == request.url)
    }
}
