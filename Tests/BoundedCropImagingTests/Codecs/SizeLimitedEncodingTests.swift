import BoundedCropImaging
import Testing

@testable import BoundedCropImaging

@Suite struct SizeLimitedEncodingTests {
    /// Encodes to as many bytes as the quality, and records the qualities that were tried.
    private func search(quality: Int, limit: Int, smallest: Int = 0) throws -> (quality: Int, attempted: [Int]) {
        var attempted: [Int] = []
        let file = try SizeLimitedEncoding.encode(.jpeg(quality: quality), maximumBytes: limit) { encoding in
            let quality = encoding.quality ?? 0
            attempted.append(quality)
            return Array(repeating: 0, count: max(quality, smallest))
        }
        let found = try #require(file.quality)
        #expect(file.bytes.count == max(found, smallest))
        return (found, attempted)
    }

    @Test(arguments: 1...100)
    func `the best quality that fits is found in at most eight attempts`(limit: Int) throws {
        for quality in [1, 2, 50, 85, 100] {
            let (found, attempted) = try search(quality: quality, limit: limit)
            #expect(found == min(limit, quality))
            #expect(attempted.count <= 8 && Set(attempted).count == attempted.count)
        }
    }

    @Test func `if nothing fits, the result has the lowest quality, which is encoded once`() throws {
        let (found, attempted) = try search(quality: 85, limit: 50, smallest: 60)
        #expect(found == 1)
        #expect(attempted.filter { $0 == 1 }.count == 1)
    }

    @Test func `the search can be cancelled between attempts`() {
        let cancellation = Cancellation()
        var attempts = 0
        #expect(throws: CancellationError.self) {
            try cancellation.perform {
                try SizeLimitedEncoding.encode(.jpeg(), maximumBytes: 1) { _ in
                    attempts += 1
                    cancellation.cancel()
                    return [1, 2, 3]
                }
            }
        }
        #expect(attempts == 1)
    }
}
