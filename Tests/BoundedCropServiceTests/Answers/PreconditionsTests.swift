import BoundedCropLoading
import FoundationEssentials
import HTTPTypes
import Testing

@testable import BoundedCropService

/// In the order of RFC 9110, 13.2.2.
@Suite(.timeLimit(.minutes(15))) struct PreconditionsTests {
    private enum Outcome { case full, known, failed }

    private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    private static let before = "Sun, 06 Nov 1994 08:49:36 GMT"
    private static let after = "Sun, 06 Nov 1994 08:49:38 GMT"

    private func outcome(_ fields: [(HTTPField.Name, String)], lastModified: String? = Self.date) throws -> Outcome {
        var headers = HTTPFields()
        for (name, value) in fields { headers.append(HTTPField(name: name, value: value)) }
        let modified = lastModified.flatMap { HTTPDate.date($0) }?.addingTimeInterval(0.7)
        do {
            return try Preconditions(headers: headers).isNotModified(tag: "\"a\"", lastModified: modified) ? .known : .full
        } catch {
            return .failed
        }
    }

    @Test(arguments: [
        ("\"a\"", true), ("\"b\"", false), ("\"b\", \"a\"", true), ("\"b\",\"a\" , \"c\"", true), ("*", true), (" * ", true),
        ("W/\"a\"", true), ("W/\"b\"", false), ("a", false), ("\"b, *, c\"", false), ("\"A\"", false), ("\"a", false), ("", false),
    ])
    func `If-None-Match compares weakly`(value: String, isKnown: Bool) throws {
        #expect(try outcome([(.ifNoneMatch, value)]) == (isKnown ? .known : .full))
    }

    @Test func `several lines of If-None-Match are one list`() throws {
        #expect(try outcome([(.ifNoneMatch, "\"b\""), (.ifNoneMatch, "\"a\"")]) == .known)
    }

    @Test(arguments: [("\"a\"", true), ("\"b\", \"a\"", true), ("*", true), ("W/\"a\"", false), ("\"b\"", false)])
    func `If-Match compares strongly`(value: String, isGood: Bool) throws {
        #expect(try outcome([(.ifMatch, value)]) == (isGood ? .full : .failed))
    }

    @Test(arguments: [(before, Outcome.failed), (date, .full), (after, .full), ("yesterday", .full)])
    private func `If-Unmodified-Since compares whole seconds and ignores invalid dates`(value: String, outcome expected: Outcome) throws {
        #expect(try outcome([(.ifUnmodifiedSince, value)]) == expected)
    }

    @Test(arguments: [(before, Outcome.full), (date, .known), (after, .known), ("yesterday", .full)])
    private func `If-Modified-Since compares whole seconds and ignores invalid dates`(value: String, outcome expected: Outcome) throws {
        #expect(try outcome([(.ifModifiedSince, value)]) == expected)
    }

    @Test func `If-Match takes precedence over If-Unmodified-Since`() throws {
        #expect(try outcome([(.ifMatch, "\"a\""), (.ifUnmodifiedSince, Self.before)]) == .full)
        #expect(try outcome([(.ifMatch, "\"b\""), (.ifUnmodifiedSince, Self.after)]) == .failed)
    }

    @Test func `If-None-Match takes precedence over If-Modified-Since`() throws {
        #expect(try outcome([(.ifNoneMatch, "\"b\""), (.ifModifiedSince, Self.after)]) == .full)
        #expect(try outcome([(.ifNoneMatch, "\"a\""), (.ifModifiedSince, Self.before)]) == .known)
    }

    @Test func `failed preconditions take precedence over cache hits`() throws {
        #expect(try outcome([(.ifMatch, "\"b\""), (.ifNoneMatch, "\"a\"")]) == .failed)
        #expect(try outcome([(.ifMatch, "\"a\""), (.ifNoneMatch, "\"a\"")]) == .known)
        #expect(try outcome([(.ifUnmodifiedSince, Self.before), (.ifNoneMatch, "\"a\"")]) == .failed)
    }

    @Test func `dates are ignored for a picture without one`() throws {
        #expect(try outcome([(.ifModifiedSince, Self.after)], lastModified: nil) == .full)
        #expect(try outcome([(.ifUnmodifiedSince, Self.before)], lastModified: nil) == .full)
    }
}
