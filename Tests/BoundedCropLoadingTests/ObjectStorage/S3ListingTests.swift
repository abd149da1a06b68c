import BoundedCrop
import Foundation
import PictureServer
import TestSupport
import Testing

@testable import BoundedCropLoading

@Suite(.timeLimit(.minutes(15))) struct S3ListingTests {
    private let bucket = S3Location(listed: "", in: "photos")

    /// A page as S3 sends it.
    private static func page(_ keys: [String], next: String? = nil, encoded: Bool = true) -> Answer {
        let objects = keys.map { key in
            let written = encoded ? PercentEncoding.encoded(key, keeping: "-._~/").replacing("%20", with: "+") : key
            return """
                <Contents><Key>\(written)</Key><LastModified>2009-10-12T17:50:30.000Z</LastModified><ETag>&quot;fba9&quot;</ETag>\
                <Size>\(key.hasSuffix("/") ? 0 : key.utf8.count)</Size><StorageClass>STANDARD</StorageClass></Contents>
                """
        }
        let document = """
            <?xml version="1.0" encoding="UTF-8"?>
            <ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>photos</Name><KeyCount>\(keys.count)</KeyCount>\
            \(encoded ? "<EncodingType>url</EncodingType>" : "")<IsTruncated>\(next != nil)</IsTruncated>\
            \(next.map { "<NextContinuationToken>\($0)</NextContinuationToken>" } ?? "")\(objects.joined())</ListBucketResult>
            """
        return Answer(body: Array(document.utf8))
    }

    private func keys(_ storage: FakeStorage, below location: S3Location? = nil, recursive: Bool = true) async throws -> [String] {
        var keys: [String] = []
        for try await entry in storage.client.entries(below: location ?? bucket, recursive: recursive) { keys.append(entry.location.key) }
        return keys
    }

    @Test func pagesFollowOneAnother() async throws {
        let storage = try await FakeStorage()
        storage.server.serve("/photos") { request in
            switch request.query.split(separator: "&").first(where: { $0.hasPrefix("continuation-token=") }) {
            case nil: Self.page(["a", "b"], next: "1/+=&amp;")
            case "continuation-token=1%2F%2B%3D%26": Self.page([], next: "2")
            default: Self.page(["c"])
            }
        }
        #expect(try await keys(storage) == ["a", "b", "c"])
        #expect(storage.server.requests().count == 3)
        #expect(storage.server.requests().first?.query == "encoding-type=url&list-type=2&max-keys=1000&prefix=")
    }

    @Test func theNextPageIsAskedForAheadAndNoFurther() async throws {
        let (storage, gate) = (try await FakeStorage(), ServerGate())
        gate.open()
        storage.server.serve("/photos") { request in
            await gate.pass()
            return Self.page(["\(request.index)", "x"], next: "\(request.index)")
        }
        var iterator = storage.client.entries(below: bucket, recursive: true).makeAsyncIterator()
        #expect(try await iterator.next()?.location.key == "0")
        await gate.arrivals(2)
        #expect(try await iterator.next()?.location.key == "x")
        #expect(storage.server.requests().count == 2)
        #expect(try await iterator.next()?.location.key == "1")
        await gate.arrivals(3)
        #expect(storage.server.requests().count == 3)
    }

    @Test func keysAreUnescapedIfTheServerSaysThatTheyAreEscaped() async throws {
        let storage = try await FakeStorage()
        let odd = ["a b", "a+b", "50%", "%41", "ä/ö", "x<y>&\"z\"", "tab\t", "line\n", "control\u{1}", "../up", "🙂"]
        storage.server.serve("/photos", Self.page(odd))
        #expect(try await keys(storage) == odd)
        storage.server.serve("/photos", Self.page(["a+b", "%41"], encoded: false))
        #expect(try await keys(storage) == ["a+b", "%41"])
    }

    @Test func entriesHaveSizeTagAndDate() async throws {
        let storage = try await FakeStorage()
        storage.server.serve("/photos", Self.page(["four"]))
        var iterator = storage.client.entries(below: bucket, recursive: true).makeAsyncIterator()
        let entry = try #require(try await iterator.next())
        #expect(entry.size == 4 && entry.entityTag == "\"fba9\"" && entry.lastModified == Date(timeIntervalSince1970: 1_255_369_830))
        #expect(try await iterator.next() == nil)
        #expect(try await iterator.next() == nil)
    }

    @Test func aFolderIsListedWithOrWithoutWhatIsFurtherIn() async throws {
        let storage = try await FakeStorage()
        storage.server.serve("/photos", Self.page(["2024/", "2024/a"]))
        for text in ["s3://photos/2024", "s3://photos/2024/"] {
            #expect(try await keys(storage, below: S3Location(text), recursive: false) == ["2024/a"])
        }
        let query = "delimiter=%2F&encoding-type=url&list-type=2&max-keys=1000&prefix=2024%2F"
        #expect(storage.server.requests().map(\.query) == [query, query])
    }

    @Test(arguments: [
        "", "<html/>", "{}", "<ListBucketResult><Contents><Key>a</Key></Contents></ListBucketResult>",
        "<ListBucketResult><Contents><Size>1</Size></Contents></ListBucketResult>",
        "<ListBucketResult><Contents><Key>a</Key><Size>-1</Size></Contents></ListBucketResult>",
        "<ListBucketResult><EncodingType>url</EncodingType><Contents><Key>%FF</Key><Size>1</Size></Contents></ListBucketResult>",
        "<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>", "<ListBucketResult><Contents><Key>a</Key>",
        "<!DOCTYPE a [<!ENTITY b \"c\">]><ListBucketResult>&b;</ListBucketResult>",
        "<ListBucketResult>" + String(repeating: "<Contents/>", count: 50_000) + "</ListBucketResult>",
    ]) func whatIsNoListingIsAnError(_ text: String) async throws {
        let storage = try await FakeStorage()
        storage.server.serve("/photos", Answer(body: Array(text.utf8)))
        await expectError(.invalidResponse, saying: "listing") { _ = try await keys(storage) }
    }

    /// A bucket of many folders, of which each page names a thousand.
    @Test func pagesOfFoldersAloneAreNotEmpty() async throws {
        let storage = try await FakeStorage()
        let folders = "<CommonPrefixes><Prefix>2024/</Prefix></CommonPrefixes>"
        storage.server.serve("/photos") { request in
            if request.index == 1200 { return Self.page(["last"]) }
            let empty = Self.page([], next: "\(request.index)")
            let text = String(decoding: empty.body, as: UTF8.self).replacing("</ListBucketResult>", with: folders + "</ListBucketResult>")
            return Answer(body: Array(text.utf8))
        }
        #expect(try await keys(storage, recursive: false) == ["last"])
    }

    @Test func aListingThatNeverEndsIsEnded() async throws {
        let storage = try await FakeStorage()
        storage.server.serve("/photos", Self.page(["a"], next: "same"))
        await expectError(.invalidResponse, saying: "same page") { _ = try await keys(storage) }
        storage.server.serve("/photos") { Self.page([], next: "\($0.index)") }
        await expectError(.invalidResponse, saying: "without any object") { _ = try await keys(storage) }
    }

    /// The server is outside: what it names is read only if it was asked for.
    @Test(arguments: ["secret/a", "../a", "photo", "Photos/2024/a"]) func keysOutsideThePrefixAreRefused(key: String) async throws {
        let storage = try await FakeStorage()
        storage.server.serve("/photos", Self.page(["photos/2024/a", key]))
        let location = try S3Location("s3://photos/photos/2024/")
        await expectError(.invalidResponse, saying: "which is not below “photos/2024/”") { _ = try await keys(storage, below: location) }
    }

    @Test func aRefusalEndsTheListing() async throws {
        let storage = try await FakeStorage()
        storage.server.serve("/photos", Self.page(["a"], next: "1"), FakeStorage.refusal(403, "AccessDenied"))
        var iterator = storage.client.entries(below: bucket, recursive: true).makeAsyncIterator()
        #expect(try await iterator.next()?.location.key == "a")
        await expectError(.accessDenied, saying: "s3:ListBucket") { _ = try await iterator.next() }
        #expect(try await iterator.next() == nil)
    }

    /// Some servers send no namespace, or one of their own.
    @Test(arguments: ["", " xmlns=\"http://doc.s3.amazonaws.com/2006-03-01\"", " xmlns:x=\"y\""])
    func theNamespaceMakesNoDifference(_ namespace: String) async throws {
        let storage = try await FakeStorage()
        let text = "<ListBucketResult\(namespace)><Contents><Key>a</Key><Size>1</Size></Contents></ListBucketResult>"
        storage.server.serve("/photos", Answer(body: Array(text.utf8)))
        #expect(try await keys(storage) == ["a"])
    }
}
