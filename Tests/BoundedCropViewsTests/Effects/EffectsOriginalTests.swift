import BoundedCrop
import TestSupport
import Testing

@testable import BoundedCropViews

@MainActor @Suite(.timeLimit(.minutes(15))) struct EffectsOriginalTests {
    @Test func askingWhetherTheNameIsKnownDoesNotWaitForTheThreadThatMakesIt() async throws {
        let (gate, started, queue) = (Gate(), Events(of: Void.self), WorkerPool(threadCount: 1))
        let original = EffectsOriginal(Shade.red.picture(), pixelsPerPoint: 1) { _ in
            started.post(())
            gate.pass()
            return "red"
        }
        let name = Task { try await queue.run { _ in original.contentName } }
        await started.wait()
        #expect(!original.hasContentName)
        gate.open()
        #expect(try await name.value == "content red 40x40 at 1.0" && original.hasContentName)
    }
}
