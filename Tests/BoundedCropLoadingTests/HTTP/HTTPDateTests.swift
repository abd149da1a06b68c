import Foundation
import Testing

@testable import BoundedCropLoading

@Suite(.timeLimit(.minutes(15))) struct HTTPDateTests {
    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ])
    func allThreeFormatsAreParsed(_ text: String) {
        #expect(HTTPDate.date(text) == Date(timeIntervalSince1970: 784_111_777))
    }

    @Test(arguments: [
        "", "0", "-1", "Sun", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 32 Nov 1994 08:49:37 GMT",
        "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:49:37 GMT", "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49 GMT",
        "Sun, 06 Nov 99999999999 08:49:37 GMT", "Sun, 06 Nov 0001 08:49:37 GMT", "Sun, x6 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z",
        "Sun, +6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08::49:37 GMT", "Sun, 06 Nov 1994 08:x:49:37 GMT",
        "Sun, 06 Nov 1994 +8:49:37 GMT",
        "Sun, 06 Nov 9223372036854775808 08:49:37 GMT", "Sun, 2147483648 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 4294967304:49:37 GMT",
    ])
    func invalidDatesAreNil(_ text: String) {
        #expect(HTTPDate.date(text) == nil)
    }

    @Test func formattedDatesParseToTheSameDate() {
        #expect(HTTPDate.text(Date(timeIntervalSince1970: 784_111_777.9)) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(HTTPDate.text(Date(timeIntervalSince1970: 0)) == "Thu, 01 Jan 1970 00:00:00 GMT")
        for seconds in stride(from: -5_000_000_000.0, to: 9_000_000_000, by: 123_456_789) {
            #expect(HTTPDate.date(HTTPDate.text(Date(timeIntervalSince1970: seconds))) == Date(timeIntervalSince1970: seconds))
        }
    }

    @Test(arguments: [.infinity, -.infinity, .nan, 1e300, -1e300, 9_223_372_036_854_775_808, -62_135_596_801, 253_402_300_800])
    func datesOutOfRangeAreClamped(_ seconds: Double) {
        let text = HTTPDate.text(Date(timeIntervalSince1970: seconds))
        #expect(text == (seconds > 0 ? "Fri, 31 Dec 9999 23:59:59 GMT" : "Mon, 01 Jan 1 00:00:00 GMT"))
    }

    @Test func twoDigitYearsMeanTheNearestCentury() {
        #expect(HTTPDate.date("Thursday, 01-Jan-70 00:00:00 GMT") == Date(timeIntervalSince1970: 0))
        #expect(HTTPDate.date("Friday, 15-Jan-27 08:00:00 GMT") == ManualClock.start)
    }
}
