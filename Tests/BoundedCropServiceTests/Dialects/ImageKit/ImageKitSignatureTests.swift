import BoundedCrop
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct ImageKitSignatureTests {
    private static let key = "a private key of 24 bytes"
    private static let code = "fabbfe6e2e14485f7a08da5cf392920eb0e410fe"
    private static let signed = "photo.jpg?tr=w-300,h-200&ik-s=\(code)"

    private func read(_ path: String, _ keys: [String] = [key], id: String = "demo") throws -> DialectRequest {
        var configuration = ServiceConfiguration()
        (configuration.dialects.imageKitKeys, configuration.dialects.imageKitID) = (keys, id)
        return try ImageKitDialect(configuration).read(DialectTarget(path))
    }

    @Test(arguments: [signed, "demo/" + signed, signed.replacing(",", with: "%2C"), signed + "&x=1", signed + "&tr=w-900"])
    func `a signature covers the path after the account, and the query`(path: String) throws {
        let request = try read(path)
        #expect(request.isSigned && request.meaning == "300x200/photo.jpg\tsigned")
    }

    @Test(arguments: [
        signed.replacing("300", with: "301"), signed.replacing("photo", with: "foto"), signed.replacing("fabb", with: "fabc"),
        signed.replacing("fabb", with: "FABB"),
        signed.replacing(code, with: ""), signed.replacing(code, with: code + "0"),
        signed.replacing("&ik-s", with: "&ik-t=2000000000&ik-s"),
        signed.replacing("&ik-s", with: "&x=1&ik-s"), "other/" + signed,
        "photo.jpg?tr=w-300,h-200&ik-t=2000003601&ik-s=7e9412577108d7a7a6d1967a0cb4a2973677e96d",
        "photo.jpg?tr=w-300,h-200&ik-s=7e9412577108d7a7a6d1967a0cb4a2973677e96d",
    ])
    func `anything else is not signed`(path: String) throws {
        expectError(.invalidSignature) { _ = try read(path) }
    }

    @Test func `without a key no signature is valid, and an empty one is no key`() throws {
        expectError(.invalidSignature) { _ = try read(Self.signed, []) }
        expectError(.invalidSignature) { _ = try read(Self.signed, ["other"]) }
        expectError(.invalidSetting) { _ = try read(Self.signed, [""]) }
        expectError(.invalidSignature) { _ = try read("demo/" + Self.signed, id: "") }
        #expect(try read(Self.signed, ["newer", Self.key]).isSigned)
        #expect(try !read("photo.jpg?tr=w-300,h-200").isSigned)
    }
}
