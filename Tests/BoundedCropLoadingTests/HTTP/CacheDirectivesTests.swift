import Foundation
import NIOHTTP1
import Testing

@testable import BoundedCropLoading

@Suite(.timeLimit(.minutes(15))) struct CacheDirectivesTests {
    private let now = ManualClock.start

    private func directives(_ headers: [(String, String)]) -> CacheDirectives { CacheDirectives(HTTPHeaders(headers)) }

    private func seconds(_ headers: (String, String)...) -> Double {
        directives(headers).expiry(receivedAt: now, standard: .seconds(7)).timeIntervalSince(now)
    }

    @Test func defaultsApplyWhereNothingIsSpecified() {
        #expect(seconds() == 7)
        #expect(seconds(("cache-control", "")) == 7)
        #expect(seconds(("cache-control", "private, immutable")) == 7)
    }

    @Test func expiresIsRelativeToTheServersDate() {
        let (date, expires) = (("date", "Sun, 06 Nov 1994 08:49:37 GMT"), ("expires", "Sun, 06 Nov 1994 08:50:37 GMT"))
        #expect(seconds(date, expires) == 60)
        #expect(seconds(date, expires, ("age", "20")) == 40)
        #expect(seconds(expires) < 0)
        #expect(seconds(date, expires, ("cache-control", "max-age=5")) == 5)
    }

    /// RFC 9111, 1.2.2 and 4.2.1.
    @Test(arguments: ["nan", "inf", "1e9", "+5", "-5", "5.5", "5s", "", "0x10"]) func anInvalidNumberMeansStale(_ text: String) {
        #expect(seconds(("cache-control", "max-age=\(text)")) == 0)
    }

    @Test(arguments: ["2147483648", "99999999999", "99999999999999999999999999"]) func aHugeNumberMeansALongTime(_ text: String) {
        #expect(seconds(("cache-control", "max-age=\(text)")) == 2_147_483_648)
        #expect(directives([("cache-control", "stale-if-error=\(text)")]).staleIfError == 2_147_483_648)
    }

    @Test func directivesMayBeSplitAcrossFields() {
        let split = directives([("Cache-Control", "public"), ("Cache-Control", "max-age=5, no-store")])
        #expect(!split.mayStore)
        #expect(directives([("Cache-Control", " NO-CACHE ")]).mustRevalidate)
    }
}
