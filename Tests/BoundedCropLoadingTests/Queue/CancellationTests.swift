import BoundedCrop
import Foundation
import PictureServer
import TestSupport
import Testing

@testable import BoundedCropLoading

/// A load that is cancelled at any stage leaves no descriptor, task or temporary file behind.
@Suite(.timeLimit(.minutes(15))) struct CancellationTests {
    enum Stage: String, CaseIterable, Codable {
        case waiting, resolving, connecting, headers, body, decoding, processing, storing, pausing
    }

    /// In a process of its own, in which nothing else opens or closes descriptors.
    @Test(arguments: Stage.allCases) func cancellingLeavesNothing(_ stage: Stage) async throws {
        await #expect(processExitsWith: .success) { [stage = stage as Stage] in
            let folder = try TemporaryFolder()
            // Descriptors that are opened once and kept are not counted.
            try await Self.cancelled(.headers, in: folder)
            let before = try OpenDescriptors.count()
            // Often enough that what each would leave is more than what is still being closed now.
            for _ in 0..<8 { try await Self.cancelled(stage, in: folder) }
            await until { (try? OpenDescriptors.count()).map { $0 <= before } ?? false }
            #expect(try OpenDescriptors.count() <= before)
            let left = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
            #expect(left.filter { $0.contains(".boundedcrop-") } == [])
        }
    }

    /// Brings a load to a stage, cancels it there, and waits until all traces of it are gone.
    private static func cancelled(_ stage: Stage, in folder: TemporaryFolder) async throws {
        let (server, gate, clock, block) = (try await PictureServer(), ServerGate(), ManualClock(), Gate())
        let (entered, wasTold, blocking) = (Record<Void>(), Record<Bool>(), Events(of: Void.self))
        var answer = Answer.picture(Fixture.photo, entityTag: "\"1\"")
        if [.waiting, .headers].contains(stage) { answer.gate = gate }
        if stage == .body { answer.pause = (20_000, gate) }
        if stage == .pausing { answer.status = 503 }
        server.serve("/a", answer)
        let held = HeldStorage()
        let resolving = ManualClock()
        let transport = Transport.names { _ in
            if stage == .resolving { try await resolving.sleep(for: .seconds(1)) }
            return ["127.0.0.1"]
        }
        let workers = WorkerPool(threadCount: 1)
        let storage: any ImageStorage = stage == .storing ? held : DiskStorage(folder: folder.path)
        var loader: ImageLoader? = .testing(clock: clock, storage: storage, transport: transport) {
            $0.concurrentLoads = 1
            $0.workers = workers
        }
        weak let gone = loader
        let first = stage == .waiting ? loader?.task(for: ImageRequest(server.url("/a", host: "pictures.test"))) : nil
        if stage == .waiting { await gate.arrivals(1) }
        let blocked = Task {
            guard stage == .decoding else { return }
            try await workers.run { _ in
                blocking.post(())
                block.pass()
            }
        }
        if stage == .decoding { await blocking.wait() }
        // A full backlog makes other connection attempts wait.
        let full = stage == .connecting ? try FullBacklog() : nil
        let url = full?.url ?? server.url("/a?\(stage)", host: "pictures.test")
        let request = ImageRequest(
            url,
            processors: [
                Step("held") { picture in
                    entered.append(())
                    if stage == .processing {
                        block.pass()
                        wasTold.append((try? Cancellation.checkCurrent()) == nil)
                    }
                    return try picture.pixels(longSide: 10)
                }
            ],
            cachePolicy: .reload
        )
        var progress = loader?.events.makeAsyncIterator()
        let task = Task { [loader] in try await loader?.image(for: request) }
        switch stage {
        case .waiting: await until { loader?.queue.waitingCount == 1 }
        case .resolving: await resolving.sleeper { _ in true }
        case .connecting: await until { loader?.queue.runningCount == 1 && full?.hasAnother == true }
        case .headers: await gate.arrivals(1)
        case .body:
            while let event = await progress?.next() {
                if case .progress(_, 20_000, _) = event { break }
            }
        case .decoding: await until { workers.waitingCount == 1 }
        case .processing: await until { entered.count == 1 }
        case .storing:
            await held.gate.arrivals(1)
            // Loads do not wait for the storage.
            #expect(try await task.value?.size.longSide == 10)
        case .pausing: await clock.sleeper { $0 < .seconds(60) }
        }
        progress = nil
        task.cancel()
        if stage != .storing { await #expect(throws: CancellationError.self) { try await task.value } }
        first?.cancel()
        // When shut down, a client waits until the system abandons a connection attempt.
        full?.close()
        block.open()
        // Operations that cannot be cancelled, such as writes to the storage, run to completion.
        held.gate.open()
        await loader?.settled()
        if stage == .processing {
            await until { wasTold.count == 1 }
            #expect(wasTold.all == [true])
        }
        await until { clock.sleeperCount == 0 }
        gate.open()
        try await blocked.value
        await loader?.shutDown()
        loader = nil
        await until { gone == nil }
        await server.stop()
    }
}
