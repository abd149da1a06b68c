import BoundedCrop
import NIOHTTP1
import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropService

/// RFC 9110, 14.
@Suite(.timeLimit(.minutes(15))) struct ByteRangeTests {
    private static let photo = "/unsafe/100x80/smart/orientations/obama_1.jpg"

    @Test(arguments: [
        ("bytes=0-0", 0..<1), ("bytes=0-9", 0..<10), ("bytes=3-", 3..<10), ("bytes=9-", 9..<10), ("bytes=0-99", 0..<10),
        ("bytes=-1", 9..<10), ("bytes=-10", 0..<10), ("bytes=-99", 0..<10), ("Bytes=2-3", 2..<4), ("bytes= 2-3 ", 2..<4),
        ("bytes=,2-3,,", 2..<4),
        ("bytes=0-99999999999999999999999", 0..<10), ("bytes=-99999999999999999999999", 0..<10), ("bytes=007-8", 7..<9),
        ("bytes=0-9223372036854775807", 0..<10),
    ])
    func `a range selects bytes`(text: String, bytes: Range<Int>) throws {
        #expect(try #require(ByteRange(text)).bytes(of: 10) == bytes)
    }

    @Test(arguments: ["bytes=10-", "bytes=10-20", "bytes=-0", "bytes=99999999999999999999999-", "bytes=9223372036854775807-"])
    func `a range outside of the file selects nothing`(text: String) throws {
        #expect(try #require(ByteRange(text)).bytes(of: 10) == nil)
    }

    @Test func `nothing can be selected of an empty file`() {
        for range in [ByteRange.from(0, through: nil), .from(0, through: 0), .last(1)] { #expect(range.bytes(of: 0) == nil) }
    }

    static let ignored = [
        "", "bytes", "bytes=", "bytes=-", "bytes=5-2", "bytes=a-b", "bytes=1", "bytes=1-2-3", "bytes=--1", "bytes=+1-2", "bytes=-+1",
        "bytes=1.0-2", "bytes=0x1-2", "bytes=٣-٤", "bytes=1 -2", "bytes =1-2", "lines=1-2", "seconds=0-", "=1-2", "bytes=0-1,3-4",
        "bytes=0-0,-1", "bytes:0-1", "bytes=0-1;q=1", "bytes==0-1", String(repeating: "bytes=0-1,", count: 500),
        "bytes=" + String(repeating: "0-,", count: 500),
    ]

    @Test(arguments: ignored) func `invalid and several ranges are ignored`(text: String) {
        #expect(ByteRange(text) == nil)
    }

    @Test func `a part of a picture is sent with the fields of the whole`() async throws {
        let service = try await RunningService()
        let whole = try await service.get(Self.photo)
        let count = whole.body.count
        #expect(whole["accept-ranges"] == "bytes" && whole["content-range"] == nil)
        let parts = [("bytes=0-99", 0..<100), ("bytes=100-", 100..<count), ("bytes=-7", count - 7..<count), ("bytes=0-", 0..<count)]
        for (text, bytes) in parts {
            let part = try await service.get(Self.photo, ["range": text])
            #expect(part.status == 206 && part.body == Array(whole.body[bytes]), "\(text)")
            #expect(part["content-range"] == "bytes \(bytes.lowerBound)-\(bytes.upperBound - 1)/\(count)")
            #expect(part["content-length"] == String(bytes.count))
            for name in ["etag", "last-modified", "vary", "cache-control", "content-type", "content-disposition"] {
                #expect(part[name] == whole[name], "\(name)")
            }
            #expect(part["cross-origin-resource-policy"] == "cross-origin")
        }
    }

    @Test func `metadata has ranges too`() async throws {
        let service = try await RunningService()
        let path = "/unsafe/meta/9x9/orientations/obama_1.jpg"
        let whole = try await service.get(path)
        let part = try await service.get(path, ["range": "bytes=-5"])
        #expect(part.status == 206 && part.body == Array(whole.body.suffix(5)))
    }

    @Test func `a range outside of the answer is an error with the answer's length`() async throws {
        let service = try await RunningService()
        let count = try await service.get(Self.photo).body.count
        let reply = try await service.get(Self.photo, ["range": "bytes=\(count)-"])
        #expect(reply.status == 416 && reply.code == "unsatisfiableRange" && reply["content-range"] == "bytes */\(count)")
        #expect(reply["cache-control"] == "no-store" && reply["etag"] == nil && reply["accept-ranges"] == nil)
    }

    @Test(arguments: ignored.filter { !$0.isEmpty && $0.utf8.count < 100 && $0.allSatisfy(\.isASCII) })
    func `what is ignored is answered with everything`(text: String) async throws {
        let reply = try await RunningService().get(Self.photo, ["range": text])
        #expect(reply.status == 200 && reply["content-range"] == nil, "\(reply.text)")
    }

    @Test func `a part is sent only of the answer that the client has begun`() async throws {
        let service = try await RunningService()
        let whole = try await service.get(Self.photo)
        let (tag, date) = (whole["etag"] ?? "", whole["last-modified"] ?? "")
        let status = { (validator: String) in
            try await service.get(Self.photo, ["range": "bytes=0-1", "if-range": validator]).status
        }
        #expect(try await status(tag) == 206)
        for validator in ["W/\(tag)", "\"other\"", "", "*", date, "\(tag), \"b\"", String(tag.dropLast())] {
            #expect(try await status(validator) == 200, "\(validator)")
        }
        // Outside of it, but of another answer.
        #expect(try await service.get(Self.photo, ["range": "bytes=9999999-", "if-range": "\"other\""]).status == 200)
        #expect(try await service.get(Self.photo, ["range": "bytes=0-1", "if-none-match": tag]).status == 304)
        #expect(try await service.get(Self.photo, ["range": "bytes=0-1", "if-match": "\"other\""]).status == 412)
    }

    @Test func `HEAD, errors, uploads and everything else have no ranges`() async throws {
        let service = try await RunningService()
        let get = try await service.get(Self.photo)
        for range in ["bytes=0-1", "bytes=9999999-"] {
            let head = try await service.request(.HEAD, Self.photo, ["range": range])
            #expect(head.status == 200 && head["content-length"] == String(get.body.count) && head["accept-ranges"] == "bytes")
            for path in ["/unsafe/nothing.jpg", "/livez", "/metrics", "/"] {
                let reply = try await service.get(path, ["range": range])
                #expect([200, 404].contains(reply.status) && reply["accept-ranges"] == nil && reply["content-range"] == nil, "\(path)")
            }
            let upload = try await service.post("/crop?size=9x9", try Fixture.flat(20, 20).bytes, ["range": range])
            #expect(upload.status == 200 && upload["accept-ranges"] == nil)
        }
    }

    @Test func `a part shares the memory of the whole, and keeps it counted`() {
        let memory = AnswerMemory(byteLimit: 100)
        var whole: AnswerBytes? = AnswerBytes(Array(0..<50), countedBy: memory)
        let part = whole?.part(10..<20)
        whole = nil
        #expect(memory.byteCount == 50 && part.map { Array($0.bytes) } == Array(10..<20))
    }
}
