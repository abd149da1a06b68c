import BoundedCrop
import Foundation
import PictureServer
import TestSupport
import Testing

@testable import BoundedCropLoading

/// Every response that is not a picture fails with a specific error.
@Suite(.timeLimit(.minutes(15))) struct BadAnswerTests {
    private let server: PictureServer

    init() async throws {
        server = try await PictureServer()
    }

    private func load(_ answer: Answer, _ change: (inout ImageLoader.Configuration) -> Void = { _ in }) async throws -> PixelBuffer {
        server.serve("/a", answer)
        let loader = ImageLoader.testing {
            $0.http.attempts = 1
            change(&$0)
        }
        return try await loader.image(for: ImageRequest(server.url("/a")))
    }

    @Test func aConnectionThatIsCut() async throws {
        await expectError(.invalidContentLength, saying: "stopped sending after 1000 bytes of 61306") {
            _ = try await load(.picture(Fixture.photo).with { $0.cut = 1000 })
        }
        await expectError(.invalidContentLength, saying: "stopped sending after 1000 bytes") {
            _ = try await load(.picture(Fixture.photo).with { ($0.cut, $0.claimedLength) = (1000, -1) })
        }
    }

    @Test func aLengthLargerThanTheBody() async throws {
        await expectError(.invalidContentLength, saying: "of 99999") {
            _ = try await load(.picture(Fixture.photo).with { $0.claimedLength = 99_999 })
        }
    }

    /// Bytes beyond the declared length are not part of the response.
    @Test func aLengthSmallerThanTheBody() async throws {
        await expectError(.malformedImage) { _ = try await load(.picture(Fixture.photo).with { $0.claimedLength = 30_000 }) }
    }

    @Test func aBodyThatIsNotAPicture() async throws {
        await expectError(.unsupportedFormat) { _ = try await load(.picture(Array("<html>not a picture</html>".utf8))) }
        await expectError(.emptyFile) { _ = try await load(.picture([])) }
        await expectError(.unsupportedFormat, saying: "PDF") { _ = try await load(.picture(Fixture.bytes("broken/document.pdf"))) }
    }

    @Test(arguments: ["truncated.jpg", "truncated.png", "truncated.webp", "header_only.jpg", "bad_crc.png"])
    func aDamagedPicture(_ name: String) async throws {
        await expectError(.malformedImage) { _ = try await load(.picture(Fixture.bytes("broken/\(name)"))) }
    }

    @Test(arguments: ["huge.jpg", "huge.png", "huge.webp"]) func morePixelsThanTheLimit(_ name: String) async throws {
        await expectError(.limitExceeded) { _ = try await load(.picture(Fixture.bytes("broken/\(name)"))) }
    }

    /// Refused by the header before the body is received, or while receiving the body if no length is declared.
    @Test func moreBytesThanTheLimit() async throws {
        let gate = ServerGate()
        await expectError(.limitExceeded, saying: "61306 bytes") {
            _ = try await load(.picture(Fixture.photo).with { $0.pause = (0, gate) }) { $0.decoding.limits.maximumBytes = 50_000 }
        }
        gate.open()
        await expectError(.limitExceeded) {
            _ = try await load(.picture(Fixture.photo).with { $0.claimedLength = -1 }) { $0.decoding.limits.maximumBytes = 50_000 }
        }
    }

    @Test(arguments: ["gzip", "br", "identity, gzip"]) func anUnrequestedEncoding(_ encoding: String) async throws {
        await expectError(.invalidResponse, saying: encoding) {
            _ = try await load(.picture(Fixture.photo).with { $0.headers["content-encoding"] = encoding })
        }
        #expect(try await load(.picture(Fixture.tiny(4)).with { $0.headers["content-encoding"] = "identity" }).number == 4)
    }

    @Test(arguments: ["", " ", "none", "NONE", "binary", "aws-chunked", "base64", "utf-8", "identity, aws-chunked", "identity,"])
    func wordsOverPlainBytesAreNoEncoding(_ word: String) async throws {
        #expect(try await load(.picture(Fixture.tiny(4)).with { $0.headers["content-encoding"] = word }).number == 4)
        let text = Answer.picture(Array("/9j/4AAQSkZJRgABAQ==".utf8)).with { $0.headers["content-encoding"] = word }
        let isEmpty = ["", "none", "identity,"].contains(word.lowercased().filter { $0 != " " })
        await expectError(isEmpty ? .unsupportedFormat : .invalidResponse, saying: isEmpty ? "" : word) { _ = try await load(text) }
    }

    @Test(arguments: ["SSH-2.0-OpenSSH_9.2\r\n", "HTTP/1.1 abc\r\n\r\n", "\0\0\0"]) func nonHTTPResponses(_ text: String) async throws {
        let server = try await RawServer(answering: Array(text.utf8))
        let loader = ImageLoader.testing { $0.http.attempts = 1 }
        await expectError(.invalidResponse) { _ = try await loader.image(for: ImageRequest(server.url())) }
    }

    @Test func aServerThatClosesTheConnectionWithoutAResponse() async throws {
        let server = try await RawServer(answering: [])
        let loader = ImageLoader.testing { $0.http.attempts = 1 }
        await expectError(.connectionFailed) { _ = try await loader.image(for: ImageRequest(server.url())) }
    }

    @Test func unexpectedStatusCodes() async throws {
        for status in [204, 300, 305, 418] {
            await expectError(.invalidStatusCode, saying: "\(status)") { _ = try await load(Answer(status: status)) }
        }
    }
}
