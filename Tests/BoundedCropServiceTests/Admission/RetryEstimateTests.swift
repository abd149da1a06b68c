import BoundedCrop
import HTTPTypes
import Testing

@testable import BoundedCropService

@Suite struct RetryEstimateTests {
    @Test(arguments: [
        ([], 100, 1, 1), ([0.1], 5, 1, 1), ([0.1], 66, 2, 4), ([0.5], 66, 2, 17), ([2], 66, 2, 30), ([0], 66, 2, 1), ([-5], 66, 2, 1),
        ([1e9], Int.max, 1, 30), ([0.5], 0, 2, 1), ([0.5], 10, 0, 5), ([1, 1, 1], 6, 2, 3),
    ])
    func `it is the time that the requests in progress need, within the deadline`(
        seconds: [Double],
        inside: Int,
        workers: Int,
        expected: Int
    ) {
        let estimate = RetryEstimate()
        for second in seconds { estimate.took(.seconds(second)) }
        #expect(estimate.seconds(inside: inside, workers: workers, deadline: .seconds(30)) == expected)
    }

    @Test func `newer pictures count more than older ones`() {
        let estimate = RetryEstimate()
        estimate.took(.seconds(10))
        for _ in 0..<40 { estimate.took(.milliseconds(100)) }
        #expect(estimate.seconds(inside: 10, workers: 1, deadline: .seconds(300)) <= 2)
    }

    @Test func `a refusal tells it, and a replaced picture is asked for again at once`() {
        let problem = { (code: BoundedCropError.Code) in
            Problem.answer(for: BoundedCropError(code, ""), requestID: "", retryAfter: 7).headers[.retryAfter]
        }
        #expect([.queueFull, .tooManyRequests, .outOfMemory].map(problem) == ["7", "7", "7"])
        #expect(problem(.pictureChanged) == "1" && problem(.notFound) == nil)
    }
}
