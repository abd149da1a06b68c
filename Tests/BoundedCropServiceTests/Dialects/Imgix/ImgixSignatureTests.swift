import BoundedCrop
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct ImgixSignatureTests {
    private func dialect(tokens: [String] = ["FOO123bar"], _ change: (inout ServiceConfiguration) -> Void = { _ in }) throws -> ImgixDialect
    {
        var configuration = ServiceConfiguration()
        configuration.dialects.imgixTokens = tokens
        change(&configuration)
        return try ImgixDialect(configuration)
    }

    /// The first three are those of imgix's client libraries' own tests.
    @Test(arguments: [
        "users/1.png?s=6797c24146142d5b40bde3141fd3600c",
        "http%3A%2F%2Favatars.com%2Fjohn-smith.png?s=493a52f008c91416351f8b33d4883135",
        "users/1.png?h=300&w=400&s=1a4e48641614d1109c6a7af51be23d18",
    ])
    func `the published examples are valid`(target: String) throws {
        #expect(try dialect().read(DialectTarget(target)).isSigned)
        let other = try dialect(tokens: ["other"])
        expectError(.invalidSignature, saying: "wrong") { _ = try other.read(DialectTarget(target)) }
        #expect(try dialect(tokens: ["other", "FOO123bar"]).read(DialectTarget(target)).isSigned)
    }

    @Test(arguments: [
        "users/2.png?h=300&w=400&s=1a4e48641614d1109c6a7af51be23d18", "users/1.png?h=300&w=401&s=1a4e48641614d1109c6a7af51be23d18",
        "users/1.png?h=300&w=400&s=1a4e48641614d1109c6a7af51be23d19", "users/1.png?h=300&w=400&s=1a4e48641614d1109c6a7af51be23d1",
        "users/1.png?w=400&h=300&s=1a4e48641614d1109c6a7af51be23d18", "users/1.png?h=300&w=400&s=", "users/1.png?h=300&w=400&s=xyz",
        "users/1.png?h=300&w=400&s=1a4e48641614d1109c6a7af51be23d18&blur=5",
    ])
    func `a changed URL is refused`(target: String) throws {
        expectError(.invalidSignature) { _ = try dialect().read(DialectTarget(target)) }
    }

    @Test func `two signatures are no signature`() throws {
        let target = DialectTarget("users/1.png?s=6797c24146142d5b40bde3141fd3600c&s=6797c24146142d5b40bde3141fd3600c")
        expectError(.invalidSignature) { _ = try dialect().read(target) }
        expectError(.invalidURL, saying: "twice") { _ = try dialect { $0.allowsUnsafe = true }.read(target) }
    }

    @Test func `the path may have been unescaped by a proxy`() throws {
        for path in ["http://avatars.com/john-smith.png", "http:/avatars.com/john-smith.png", "http:%2F%2Favatars.com/john-smith.png"] {
            let request = try dialect().read(DialectTarget("\(path)?s=493a52f008c91416351f8b33d4883135"))
            #expect(request.isSigned && request.url.image == "http://avatars.com/john-smith.png")
        }
    }

    @Test func `with a token, unsigned URLs are only answered if that is allowed`() throws {
        let target = DialectTarget("users/1.png?w=300")
        expectError(.invalidSignature, saying: "s=…") { _ = try dialect().read(target) }
        #expect(try !dialect { $0.allowsUnsafe = true }.read(target).isSigned)
        #expect(try !dialect { $0.unsignedGrammars = [.imgix] }.read(target).isSigned)
        #expect(try !dialect(tokens: []).read(target).isSigned)
        expectError(.invalidSignature, saying: "no token") { _ = try dialect(tokens: []).read(DialectTarget("users/1.png?s=00")) }
    }

    @Test func `empty tokens are refused`() {
        for token in ["", " "] { expectError(.invalidSetting) { _ = try dialect(tokens: [token]) } }
    }
}
