import BoundedCrop
import Foundation
import PictureServer
import TestSupport
import Testing

@testable import BoundedCropLoading

/// Two processes share one folder.
@Suite(.timeLimit(.minutes(15))) struct SharedFolderTests {
    private static func image(_ number: Int) -> StoredImage {
        StoredImage(bytes: [UInt8](repeating: UInt8(number), count: 1000 + number), expires: .distantFuture)
    }

    @Test func entriesOfOneProcessAreFoundByTheOther() async throws {
        let folder = try TemporaryFolder()
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            try await DiskStorage(folder: path).store(Self.image(5), for: "a")
        }
        #expect(await DiskStorage(folder: folder.path).image(for: "a") == Self.image(5))
    }

    @Test func bothMayReadWriteAndTrimConcurrently() async throws {
        let folder = try TemporaryFolder()
        let other = Task {
            _ = await #expect(processExitsWith: .success) { [path = folder.path as String] in try await Self.work(path, seed: 1) }
        }
        try await Self.work(folder.path, seed: 2)
        await other.value
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        #expect(names.filter { $0.contains(".boundedcrop-") } == [])
    }

    /// Checks that every result is complete and was stored under its key.
    private static func work(_ path: String, seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        // Small enough that each process removes entries that the other uses.
        let storage = DiskStorage(folder: path, byteLimit: 30_000)
        for _ in 0..<1000 {
            let key = Int.random(in: 0..<50, using: &random)
            if Bool.random(using: &random) {
                try await storage.store(image(key + 50 * Int.random(in: 0..<4, using: &random)), for: "\(key)")
            } else if let found = await storage.image(for: "\(key)") {
                let number = found.bytes.count - 1000
                #expect(number % 50 == key)
                #expect(found == image(number))
            }
        }
    }

    /// Lets the system end this process when a thread that this one starts has written so many bytes to a file.
    private static func endAfterBytes(_ count: UInt) {
        signal(SIGXFSZ) { _ in kill(getpid(), SIGKILL) }
        // Threads of tasks block signals, and those that they start do so too.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGXFSZ)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        var limit = rlimit(rlim_cur: count, rlim_max: count)
        #expect(setrlimit(__rlimit_resource_t(1), &limit) == 0)
    }

    /// The system ends the writer when its file becomes larger than it may be.
    @Test func aWriterKilledDuringAWriteLeavesNoEntry() async throws {
        let folder = try TemporaryFolder()
        let storage = DiskStorage(folder: folder.path)
        try await storage.store(Self.image(1), for: "before")
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path as String] in
            Self.endAfterBytes(500_000)
            let large = StoredImage(bytes: [UInt8](repeating: 1, count: 2_000_000), expires: .distantFuture)
            try await DiskStorage(folder: path).store(large, for: "before")
        }
        let left = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }.filter {
            $0.contains(".boundedcrop-")
        }
        let temporary = try #require(left?.first)
        #expect(try FileManager.default.attributesOfItem(atPath: folder.path(temporary))[.size] as? Int == 500_000)
        #expect(await storage.image(for: "before") == Self.image(1))
        // It is removed when it is an hour old and the folder is next trimmed.
        var times = [timeval(tv_sec: time(nil) - 3700, tv_usec: 0), timeval(tv_sec: time(nil) - 3700, tv_usec: 0)]
        utimes(folder.path(temporary), &times)
        try await DiskStorage(folder: folder.path).store(Self.image(2), for: "next")
        #expect(!FileManager.default.fileExists(atPath: folder.path(temporary)))
        #expect(await storage.image(for: "before") == Self.image(1))
    }
}
