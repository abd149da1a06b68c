import BoundedCrop
import BoundedCropLoading
import Foundation
import Testing

@Suite(.timeLimit(.minutes(15))) struct S3LocationTests {
    @Test(arguments: [
        ("s3://photos", "photos", ""), ("s3://photos/", "photos", ""), ("s3://photos/a.jpg", "photos", "a.jpg"),
        ("S3://photos/2024/a b.jpg", "photos", "2024/a b.jpg"), ("s3://photos/50%.jpg", "photos", "50%.jpg"),
        ("s3://photos/%41", "photos", "%41"), ("s3://photos/a?b#c", "photos", "a?b#c"), ("s3://photos//a", "photos", "/a"),
        ("s3://My_old.Bucket/ä🙂", "My_old.Bucket", "ä🙂"), ("s3://photos/a..b/...", "photos", "a..b/..."),
        ("s3://photos/\u{301}a", "photos", "\u{301}a"), ("s3://a-1/x/", "a-1", "x/"),
    ])
    func aLocationIsReadAsPeopleWriteIt(_ text: String, _ bucket: String, _ key: String) throws {
        let location = try S3Location(text)
        #expect(location.bucket == bucket && location.key == key)
        #expect(try S3Location(location.text) == location)
        #expect(try S3Location(location.url) == location, "\(location.url)")
    }

    @Test(arguments: [
        "", "photos/a.jpg", "http://photos/a.jpg", "s3:/photos/a", "s3://", "s3:///a.jpg", "s3://ab/c", "s3://a b/c", "s3://-photos/a",
        "s3://.photos/a", "s3://pho..tos/a", "s3://user@photos/a", "s3://photos:80/a", "s3://phötos/a", "s3://pho\u{0}tos/a",
        "s3://photos/../a", "s3://photos/a/./b", "s3://photos/.", "s3://photos/a/..", "s3://photos/a\u{0}b",
        "s3://photos/" + String(repeating: "x", count: 1025), "s3://" + String(repeating: "x", count: 256) + "/a",
        "s3://photos/" + String(repeating: "ä", count: 513),
        // A slash with an accent is one character, but separates parts for the server.
        "s3://photos/x/../\u{301}y", "s3://photos/..\u{2f}\u{301}y", "s3://photos/\u{301}/..",
    ])
    func whatIsNoLocationIsRefused(_ text: String) async {
        await expectError(.invalidURL) { _ = try S3Location(text) }
    }

    @Test func keysThatLookTheSameAreDifferentObjects() throws {
        let (composed, decomposed) = (try S3Location("s3://photos/\u{e9}"), try S3Location("s3://photos/e\u{301}"))
        #expect(composed.key == decomposed.key)
        #expect(composed != decomposed && Set([composed, decomposed]).count == 2 && composed.url != decomposed.url)
    }

    @Test(arguments: [
        ("s3://photos/a%20b%3F%23%25.jpg", "a b?#%.jpg"), ("s3://photos/%F0%9F%99%82", "🙂"), ("s3://photos/a+b", "a+b"),
        ("s3://photos//a", "/a"),
    ])
    func aURLIsUnescapedOnce(_ text: String, _ key: String) throws {
        #expect(try S3Location(#require(URL(string: text))).key == key)
    }

    @Test(arguments: [
        "s3://photos/a?versionId=1", "s3://photos/a#b", "s3://photos/%FF", "s3://photos/%2E%2E/a", "s3://photos/a%00b", "https://photos/a",
        "s3://u:p@photos/a", "s3:photos",
    ])
    func aURLThatNamesNoObjectIsRefused(_ text: String) async throws {
        let url = try #require(URL(string: text))
        await expectError(.invalidURL) { _ = try S3Location(url) }
    }
}
