import BoundedCrop
import Foundation
import PictureServer
import TestSupport
import Testing

@testable import BoundedCropLoading

@Suite(.timeLimit(.minutes(15))) struct SoakTests {
    /// Runs in a process of its own, so that no other test affects its memory. Every second load is cancelled after a
    /// random number of others have ended.
    @Test func tenThousandLoadsWithRandomCancellationLeakNothing() async throws {
        await #expect(processExitsWith: .success) {
            let (server, folder) = (try await PictureServer(), try TemporaryFolder())
            for number in 0..<50 {
                server.serve("/\(number)", .picture(Fixture.tiny(number), entityTag: "\"\(number)\"", cacheControl: "no-cache"))
            }
            server.serve("/cut", .picture(Fixture.photo, entityTag: "\"1\"").with { $0.cut = 5000 })
            let loader = ImageLoader.testing(storage: DiskStorage(folder: folder.path, byteLimit: 20_000)) {
                $0.memoryCache = .testing(countLimit: 10)
                $0.concurrentLoads = 16
                // The clock stands still: a load that waited for it would never end.
                $0.http.attempts = 1
                $0.http.failureLifetime = .zero
            }
            var random = SeededGenerator(seed: 10_000)
            try await Self.load(2_000, by: loader, from: server, &random)
            let before = try Self.residentBytes()
            try await Self.load(8_000, by: loader, from: server, &random)
            await loader.settled()
            #expect(loader.inFlight == 0)
            await until { loader.queue.interestCount == 0 }
            #expect(loader.targets.count == 0)
            #expect(try Self.residentBytes() < before + 40_000_000)
            await loader.shutDown()
        }
    }

    private static func load(_ count: Int, by loader: ImageLoader, from server: PictureServer, _ random: inout SeededGenerator) async throws
    {
        for _ in 0..<(count / 100) {
            var plans: [(path: String, side: Int, cancelsAfter: Int?)] = []
            for _ in 0..<100 {
                let path = Int.random(in: 0..<100, using: &random) == 0 ? "/cut" : "/\(Int.random(in: 0..<50, using: &random))"
                let cancelsAfter = Bool.random(using: &random) ? Int.random(in: 0..<100, using: &random) : nil
                plans.append((path, Int.random(in: 3...6, using: &random), cancelsAfter))
            }
            let (ended, whole) = (ServerGate(), plans.count { $0.cancelsAfter == nil })
            ended.open()
            await withTaskGroup(of: Void.self) { group in
                for plan in plans {
                    let request = ImageRequest(server.url(plan.path), processors: [.downsampled(longSide: plan.side)])
                    let load = Task { try await loader.image(for: request) }
                    group.addTask {
                        guard let number = plan.cancelsAfter else {
                            _ = try? await load.value
                            await ended.pass()
                            return
                        }
                        await ended.arrivals(min(number, whole))
                        load.cancel()
                        _ = try? await load.value
                    }
                }
                await group.waitForAll()
            }
        }
    }

    private static func residentBytes() throws -> Int {
        let status = try FileHandle(forReadingAtPath: "/proc/self/status")?.readToEnd() ?? Data()
        let line = String(decoding: status, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return try #require(line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }) * 1024
    }
}
