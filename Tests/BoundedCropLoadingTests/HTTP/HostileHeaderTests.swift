import BoundedCrop
import Foundation
import PictureServer
import TestSupport
import Testing

@testable import BoundedCropLoading

/// No number sent by a server ends the process: each is used, rejected or clamped.
@Suite(.timeLimit(.minutes(15))) struct HostileHeaderTests {
    static let numbers = [
        "0", "-0", "-1", "1", "2147483648", "9223372036854775807", "9223372036854775808", "18446744073709551615", "18446744073709551616",
        String(repeating: "9", count: 400), "1e9", "0x10", " 5", "5 5", "+5", "", "٥", "5,5", "NaN", "inf", "5.5", "\u{0}",
    ]
    /// The fields that are parsed, with N in place of the number.
    static let fields = [
        "Content-Length: N", "Content-Range: bytes N-N/N", "Content-Range: bytes 0-N/N", "Content-Range: bytes 0-N/*", "Content-Range: N",
        "Retry-After: N", "Age: N", "Cache-Control: max-age=N", "Cache-Control: max-age=5, stale-if-error=N", "Expires: N",
        "Expires: Sun, N Nov N N:N:N GMT", "Date: N", "ETag: N", "Last-Modified: Sun, N Nov 1994 08:49:37 GMT",
        "Location: http://127.0.0.1:N/",
        "Accept-Ranges: N", "Content-Encoding: N", "Transfer-Encoding: N", "Connection: N", "N: N",
    ]

    @Test(arguments: fields, [200, 206, 302, 429]) func anyNumberInAnyFieldIsHandled(_ field: String, _ status: Int) async throws {
        for number in Self.numbers {
            let head = "HTTP/1.1 \(status) X\r\n\(field.replacingOccurrences(of: "N", with: number))\r\nConnection: close\r\n\r\n"
            let server = try await RawServer(answering: Array(head.utf8) + Fixture.tiny())
            let loader = ImageLoader.testing(clock: ManualClock()) { $0.http.attempts = 1 }
            do {
                _ = try await loader.image(for: ImageRequest(server.url()))
                #expect(status == 200)
            } catch {
                #expect(error is BoundedCropError, "\(field) \(number): \(error)")
            }
        }
    }

    @Test(arguments: ["000", "001", "042", "099", "0", "99", "-1", "+200", "1e2", "٢٠٠", "9999999999999999999999", "20 0"])
    func anImpossibleStatusIsRefused(_ status: String) async throws {
        for rest in ["X\r\n\r\n", "X\r\nContent-Length: 5\r\n\r\nabcde", "X\r\nContent-Length: 0\r\n\r\nHTTP/1.1 200 OK\r\n\r\n"] {
            let server = try await RawServer(answering: Array("HTTP/1.1 \(status) \(rest)".utf8))
            let loader = ImageLoader.testing { $0.http.attempts = 1 }
            await expectError(.invalidResponse) { _ = try await loader.image(for: ImageRequest(server.url())) }
        }
    }

    @Test func numbersConsistOfDigitsOnly() {
        #expect(HTTPNumber.value("0") == 0)
        #expect(HTTPNumber.value("007") == 7)
        for text in ["9223372036854775807", "9223372036854775808", String(repeating: "9", count: 400)] {
            #expect(HTTPNumber.value(text) == .max)
        }
        for text in ["", "-0", "-1", "+5", "1e9", "0x10", " 5", "5 ", "5 5", "٥", "5.0"] {
            #expect(HTTPNumber.value(text) == nil, "\(text)")
        }
    }

    @Test func onlyByteRangesAreParsed() {
        let range = ContentRange("bytes 10-19/20")
        #expect((range?.first, range?.last, range?.total) == (10, 19, 20))
        #expect(ContentRange("BYTES 0-0/*")?.total == .some(nil))
        for text in [
            "", "bytes", "bytes ", "bytes 1-2", "bytes 2-1/5", "bytes 0-5/5", "bytes -1-2/5", "bytes 0-/5", "bytes */5", "lines 0-1/5",
            "bytes 0-1/5/5", "bytes 0-1-2/5", "bytes 0-9223372036854775807/*", "bytes 0-9223372036854775808/9223372036854775809",
            "bytes 0-1/-5",
            "bytes  0-1/5", "bytes 0-1/",
        ] {
            #expect(ContentRange(text) == nil, "\(text)")
        }
        #expect(ContentRange("bytes 0-9223372036854775806/9223372036854775807")?.last == .max - 1)
    }

    @Test func aDeclaredLengthAllocatesNoMemory() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775000\r\n\r\n"
        let server = try await RawServer(answering: Array(head.utf8))
        let loader = ImageLoader.testing {
            $0.http.attempts = 1
            $0.decoding.limits.maximumBytes = .max
        }
        await expectError(.invalidContentLength) { _ = try await loader.image(for: ImageRequest(server.url())) }
    }
}
