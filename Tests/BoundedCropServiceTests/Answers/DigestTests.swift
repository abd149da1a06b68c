import BoundedCrop
import Foundation
import NIOHTTP1
import PictureSupport
import TestSupport
import Testing

@testable import BoundedCropService

/// RFC 9530.
@Suite(.timeLimit(.minutes(15))) struct DigestTests {
    private static let photo = "/unsafe/100x80/smart/orientations/obama_1.jpg"
    /// Of no bytes: RFC 9530, B.2, and FIPS 180-4.
    private static let nothing = "sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:"

    private static func text(_ bytes: some Sequence<UInt8>) -> String {
        "sha-256=:\(Data(SHA256.hash(of: Array(bytes))).base64EncodedString()):"
    }

    @Test(arguments: [
        ("sha-256=1", DigestAlgorithm?.some(.sha256)), ("sha-512=1", .sha512), ("sha-256=3, sha-512=10", .sha512),
        ("sha-512=3,sha-256=10", .sha256), ("sha-256=5,sha-512=5", .sha256), ("unixsum=10, sha-256=1", .sha256), ("sha-256=0", nil),
        ("sha-256=0, sha-512=1", .sha512), ("sha-256", nil), ("sha-256=", nil), ("sha-256=11", nil), ("sha-256=-1", nil),
        ("sha-256=?1", nil),
        ("sha-256=9999999999999999999999", nil), ("SHA-256=1", nil), ("md5=10", nil), ("", nil), (",,;=,", nil), ("sha-256=1;a=2", .sha256),
        ("sha-256=1, sha-256=0", nil), (" sha-512=2 ", .sha512), ("sha-512 = 2", nil), ("sha-256=\"1\"", nil), ("=1", nil), (nil, nil),
    ])
    func `the client's preferred hash is chosen`(text: String?, algorithm: DigestAlgorithm?) {
        #expect(DigestAlgorithm(wanted: text) == algorithm)
    }

    @Test func `digests are those of the standard`() {
        let digest = { (algorithm: DigestAlgorithm, text: String) in
            AnswerBytes(Array(text.utf8)).digest(algorithm).map { String(format: "%02x", $0) }.joined()
        }
        #expect(digest(.sha256, "abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        let long =
            "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
            + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
        #expect(digest(.sha512, "abc") == long)
        #expect(digest(.sha512, "").hasPrefix("cf83e1357eefb8bd"))
    }

    @Test func `nothing is sent that is not asked for`() async throws {
        let service = try await RunningService()
        for headers in [[:], ["want-digest": "sha-256"], ["want-content-digest": "md5=10"]] {
            let reply = try await service.get(Self.photo, headers)
            #expect(reply["content-digest"] == nil && reply["repr-digest"] == nil)
        }
    }

    @Test func `the content is what is sent, the representation the whole file`() async throws {
        let service = try await RunningService()
        let wanted = ["want-content-digest": "sha-256=1", "want-repr-digest": "sha-256=1"]
        let whole = try await service.get(Self.photo, wanted)
        #expect(whole["content-digest"] == Self.text(whole.body) && whole["repr-digest"] == Self.text(whole.body))
        let part = try await service.get(Self.photo, wanted.merging(["range": "bytes=5-24"]) { $1 })
        #expect(part.status == 206 && part["content-digest"] == Self.text(whole.body[5...24]))
        #expect(part["repr-digest"] == whole["repr-digest"])
        let head = try await service.request(.HEAD, Self.photo, wanted)
        #expect(head["content-digest"] == Self.nothing && head["repr-digest"] == whole["repr-digest"])
        let known = try await service.get(Self.photo, wanted.merging(["if-none-match": "*"]) { $1 })
        #expect(known.status == 304 && known["content-digest"] == nil && known["repr-digest"] == nil)
        #expect(try await service.get(Self.photo, ["want-content-digest": "sha-512=1"])["content-digest"]?.hasPrefix("sha-512=:") == true)
    }

    @Test func `errors and uploads have them too`() async throws {
        let service = try await RunningService()
        let error = try await service.get("/unsafe/nothing.jpg", ["want-content-digest": "sha-256=1", "want-repr-digest": "sha-256=1"])
        #expect(error.status == 404 && error["content-digest"] == Self.text(error.body) && error["repr-digest"] == nil)
        let crop = try await service.post("/crop?size=9x9", try Fixture.flat(20, 20).bytes, ["want-repr-digest": "sha-256=1"])
        #expect(crop.status == 200 && crop["repr-digest"] == Self.text(crop.body))
    }
}
