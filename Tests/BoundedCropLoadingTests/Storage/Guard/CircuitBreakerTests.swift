import Foundation
import Testing

@testable import BoundedCropLoading

@Suite struct CircuitBreakerTests {
    private var breaker = CircuitBreaker(failureLimit: 3, shortestPause: .seconds(1), longestPause: .seconds(5))
    private var now = Date(timeIntervalSince1970: 1_800_000_000)

    /// Makes a call if the breaker lets it through. Returns whether it did.
    @discardableResult private mutating func call(_ outcome: CircuitBreaker.Outcome, jitter: Double = 1) -> Bool {
        guard let ticket = breaker.begin(at: now) else { return false }
        _ = breaker.end(ticket, outcome, at: now, jitter: jitter)
        return true
    }

    private mutating func fail(times: Int) { for _ in 0..<times { call(.failure) } }

    @Test mutating func `it opens after several failures in a row, but not if there is a success in between`() {
        fail(times: 2)
        call(.success)
        fail(times: 2)
        call(.abandoned)
        #expect(breaker.state == .closed)
        call(.failure)
        #expect(breaker.state == .open)
        #expect(!call(.success))
    }

    @Test mutating func `after a pause it lets one call through, and closes if that succeeds`() throws {
        fail(times: 3)
        now += 0.99
        #expect(breaker.begin(at: now) == nil)
        now += 0.01
        let begun = breaker.begin(at: now)
        let trial = try #require(begun)
        #expect(breaker.state == .halfOpen)
        #expect(breaker.begin(at: now) == nil)
        let hasChanged = breaker.end(trial, .success, at: now, jitter: 1)
        #expect(hasChanged && breaker.state == .closed)
        fail(times: 2)
        #expect(breaker.state == .closed)
    }

    @Test mutating func `each trial that fails doubles the pause, up to the longest`() {
        fail(times: 3)
        for pause in [1.0, 2, 4, 5, 5] {
            now += pause - 0.01
            #expect(!call(.failure))
            now += 0.01
            #expect(call(.failure))
        }
        now += 5
        call(.success)
        fail(times: 3)
        now += 1
        #expect(call(.success))
    }

    @Test mutating func `a random part of the pause is taken off`() {
        for _ in 0..<3 { call(.failure, jitter: 0.5) }
        now += 0.49
        #expect(!call(.success))
        now += 0.01
        #expect(call(.success))
    }

    @Test mutating func `a trial that nobody waited for is followed by another`() {
        fail(times: 3)
        now += 1
        #expect(call(.abandoned) && breaker.state == .open)
        #expect(call(.success) && breaker.state == .closed)
    }

    @Test mutating func `calls from before a change do not count after it`() throws {
        var old: [CircuitBreaker.Ticket] = []
        for _ in 0..<5 { breaker.begin(at: now).map { old.append($0) } }
        try #require(old.count == 5)
        for ticket in old.prefix(3) { _ = breaker.end(ticket, .failure, at: now, jitter: 1) }
        let changed = [breaker.end(old[3], .failure, at: now, jitter: 1), breaker.end(old[4], .success, at: now, jitter: 1)]
        #expect(changed == [false, false] && breaker.state == .open)
    }

    @Test mutating func `a clock that was set back does not make the pause longer`() {
        fail(times: 3)
        now -= 3600
        #expect(call(.success))
    }
}
