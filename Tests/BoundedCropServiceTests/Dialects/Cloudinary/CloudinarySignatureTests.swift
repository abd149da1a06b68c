import BoundedCrop
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct CloudinarySignatureTests {
    private static let secret = "an api secret of twenty bytes"
    private static let signed = "image/upload/s--MYU9jBCc--/c_fill,h_200,w_300/v1/folder/sample%20photo.jpg"

    private func read(_ path: String, _ secrets: [String] = [secret]) throws -> DialectRequest {
        var configuration = ServiceConfiguration()
        configuration.dialects.cloudinarySecrets = secrets
        return try CloudinaryDialect(configuration).read(DialectTarget(path))
    }

    @Test(arguments: [
        signed, signed.replacing("v1/", with: ""), signed.replacing("v1/", with: "v42/"), signed.replacing("%20", with: " "),
        signed.replacing(",", with: "%2C"), signed.replacing("upload", with: "authenticated"), "demo/" + signed, signed + "?x=1",
        "image/fetch/s--iC_eMBPE--/c_fill,h_200,w_300/https://example.com/photos/party.jpg%3fsize%3dlarge",
        "image/fetch/s--iC_eMBPE--/c_fill,h_200,w_300/v1234/https://example.com/photos/party.jpg%3Fsize%3Dlarge",
        "image/fetch/s--iC_eMBPE--/c_fill,h_200,w_300/https:/example.com/photos/party.jpg%3Fsize%3Dlarge",
        "image/fetch/s--iC_eMBPE--/c_fill,h_200,w_300/https%3A%2F%2Fexample.com%2Fphotos%2Fparty.jpg%3Fsize%3Dlarge",
    ])
    func `a signature covers transformation and source, however proxies escape them`(path: String) throws {
        let request = try read(path)
        #expect(request.isSigned && request.url.dimensions == .init(width: .pixels(300), height: .pixels(200)))
        #expect(["folder/sample photo.jpg", "https://example.com/photos/party.jpg?size=large"].contains(request.url.image))
    }

    @Test(arguments: [
        signed.replacing("300", with: "301"), signed.replacing("sample", with: "simple"), signed.replacing("MYU9", with: "MYU8"),
        signed.replacing("MYU9jBCc", with: "MYU9jBC"), signed.replacing("MYU9jBCc", with: "MYU9jBCcX"),
        signed.replacing("MYU9jBCc", with: ""),
        "image/upload/s--b93ibEQD--/c_fill,h_200,w_300/v1/other.jpg",
        "image/upload/s--VyMn_s6ZhIdrkyHEA6QSyLCpi3iJ74Zf--/c_fill,h_200,w_300/sample.jpg",
    ])
    func `anything else is not signed`(path: String) throws {
        // Without characters between the dashes it is no signature, but a folder.
        if path.contains("s----") { return #expect(try !read(path).isSigned) }
        expectError(.invalidSignature) { _ = try read(path) }
    }

    @Test func `without a secret no signature is valid, and an empty one is no secret`() throws {
        expectError(.invalidSignature) { _ = try read(Self.signed, []) }
        expectError(.invalidSignature) { _ = try read(Self.signed, ["other"]) }
        expectError(.invalidSetting) { _ = try read(Self.signed, [" "]) }
        #expect(try read(Self.signed, ["newer", Self.secret]).isSigned)
    }

    @Test func `a query that is not signed does not reach the picture's host`() throws {
        let path = "image/fetch/s--iC_eMBPE--/c_fill,h_200,w_300/https://example.com/photos/party.jpg%3Fsize%3Dlarge?x=1"
        #expect(try read(path).url.image == "https://example.com/photos/party.jpg?size=large")
    }
}
