import BoundedCrop
import BoundedCropViews
import Dispatch
import TestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(15))) struct HeartbeatTests {
    @Test func theMainActorStaysResponsiveWhileTwelveMegapixelsAreDecoded() async throws {
        let photo = try await WorkerPool.shared.run { _ in
            try ImageSource(
                bytes: PixelBuffer(size: PixelSize(width: 4000, height: 3000), filledWith: (90, 120, 60, 255))
                    .blocking.encoded(as: .jpeg())
            )
        }
        let decoded = Events(of: Int.self)
        let detector = ClosureFeatureDetector(name: "attentive") { picture, _ in
            let beats = DispatchSemaphore(value: 0)
            let pixels = try picture.pixels(longSide: 4000)
            // However fast the decoding was, the main actor keeps running while this thread is busy.
            for _ in 0..<100 {
                Task { @MainActor in beats.signal() }
                beats.wait()
            }
            decoded.post(pixels.size.area)
            return []
        }
        let surface = RecordingSurface(300, 100)
        let view = BoundedImageView(
            surface: surface,
            cropper: BoundedCropper(detector: detector, cache: nil, workers: WorkerPool(threadCount: 1))
        )
        view.setImage(photo)
        #expect(await decoded.next(1) == [12_000_000])
        try await surface.wait(for: 1)
        #expect(view.image?.size == PixelSize(width: 300, height: 100))
    }
}
