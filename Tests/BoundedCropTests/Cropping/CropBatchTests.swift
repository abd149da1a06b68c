import BoundedCrop
import Synchronization
import TestSupport
import Testing

/// Batches of many pictures, a few at a time.
@Suite(.timeLimit(.minutes(15))) struct CropBatchTests {
    private static let picture = PixelBuffer(size: PixelSize(width: 12, height: 6), filledWith: (90, 120, 30, 255))
    private let request = CropRequest(width: 3, height: 3)

    private func cropper(queueLimit: Int = 1024) -> BoundedCropper {
        BoundedCropper(detector: FixedFeatureDetector([]), workers: WorkerPool(threadCount: 2, queueLimit: queueLimit))
    }

    @Test func resultsAreInTheOrderOfThePicturesAndNoneIsRefused() async throws {
        var items: [Int] = []
        for await result in cropper(queueLimit: 1).crops(of: 0..<3000, to: [request], from: { _ in Self.picture }) {
            #expect(try result.crops.get().map(\.pixels.size) == [PixelSize(width: 3, height: 3)])
            #expect(result.index == items.count)
            items.append(result.item)
        }
        #expect(items == Array(0..<3000))
    }

    @Test func picturesAreStartedOnlyAsResultsAreConsumed() async throws {
        let loads = Counter()
        var iterator = cropper().crops(of: 0..<1000, to: [request]) { _ in
            loads.enter()
            return Self.picture
        }.makeAsyncIterator()
        #expect(loads.total == 0)
        for taken in 1...20 {
            _ = await iterator.next()
            #expect(loads.total <= taken + 4)
        }
    }

    @Test func oneFailureDoesNotStopTheOthers() async throws {
        let results = cropper().crops(of: ["", "2", "x", "4"], to: [request, request]) { text in
            guard Int(text) != nil else { throw BoundedCropError(.malformedImage, text) }
            return Self.picture
        }
        var counts: [Int?] = []
        for await result in results { counts.append(try? result.crops.get().count) }
        #expect(counts == [nil, 2, nil, 2])
    }

    @Test func filesAreReadFromTheirPaths() async throws {
        let paths = [Fixture.path("photos/obama.jpg"), "/nowhere/at-all.jpg"]
        var codes: [BoundedCropError.Code?] = []
        for await result in cropper().crops(of: paths, to: [request]) {
            switch result.crops {
            case .success: codes.append(nil)
            case .failure(let error): codes.append((error as? BoundedCropError)?.code)
            }
        }
        #expect(codes == [nil, .fileNotFound])
    }

    @Test func noPicturesGiveNoResults() async throws {
        var iterator = cropper().crops(of: [String](), to: [request]).makeAsyncIterator()
        #expect(await iterator.next() == nil)
        #expect(await iterator.next() == nil)
    }

    @Test func aCancelledTaskReceivesNoMoreResultsAndAllWorkStops() async throws {
        let loads = Counter()
        let batch = cropper().crops(of: 0..<1000, to: [request]) { _ in
            loads.enter()
            return Self.picture
        }
        let task = Task {
            var count = 0
            for await _ in batch {
                count += 1
                if count == 3 { withUnsafeCurrentTask { $0?.cancel() } }
            }
            return count
        }
        #expect(await task.value == 3)
        #expect(loads.total <= 8)
    }

    @Test func theCacheIsNotUsed() async throws {
        let cropper = cropper()
        let photo = Fixture.path("photos/obama.jpg")
        for await _ in cropper.crops(of: [photo, photo], to: [request]) {}
        #expect(cropper.cache?.count == 0)
    }
}
