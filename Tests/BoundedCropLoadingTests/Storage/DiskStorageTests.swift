import BoundedCrop
import Foundation
import TestSupport
import Testing

@testable import BoundedCropLoading

@Suite(.timeLimit(.minutes(15))) struct DiskStorageTests {
    private let folder: TemporaryFolder
    private let storage: DiskStorage
    private static let date = Date(timeIntervalSince1970: 1_800_000_000)

    init() throws {
        folder = try TemporaryFolder()
        storage = DiskStorage(folder: folder.path("cache"))
    }

    private func image(_ bytes: [UInt8]) -> StoredImage { StoredImage(bytes: bytes, expires: Self.date) }

    @Test func storedEntriesAreRestoredUnchanged() async throws {
        let image = StoredImage(
            bytes: Fixture.photo,
            expires: Self.date,
            usableUntil: Self.date.addingTimeInterval(60),
            entityTag: "W/\"é\"",
            lastModified: "Sun, 06 Nov 1994 08:49:37 GMT",
            originalHash: "abc"
        )
        try await storage.store(image, for: "https://example.com/ä?b#c")
        #expect(await storage.image(for: "https://example.com/ä?b#c") == image)
        #expect(await DiskStorage(folder: storage.folder).image(for: "https://example.com/ä?b#c") == image)
        #expect(await storage.image(for: "https://example.com/") == nil)
    }

    @Test func aNewEntryReplacesTheOldOne() async throws {
        for number in 0..<3 { try await storage.store(image([UInt8(number)]), for: "a") }
        #expect(await storage.image(for: "a")?.bytes == [2])
    }

    @Test func entriesCanBeRemoved() async throws {
        for key in ["a", "b", "c"] { try await storage.store(image([1]), for: key) }
        try folder.write([1, 2], to: "cache/mine.txt")
        await storage.remove("a")
        await storage.remove("never there")
        #expect(await storage.image(for: "a") == nil)
        #expect(await storage.image(for: "b") != nil)
        await storage.removeAll()
        #expect(await storage.image(for: "b") == nil)
        // Other files in the folder are kept.
        #expect(FileManager.default.fileExists(atPath: folder.path("cache/mine.txt")))
    }

    @Test func theFolderIsPrivate() async throws {
        try await storage.store(image([1]), for: "a")
        let mode = try FileManager.default.attributesOfItem(atPath: storage.folder)[.posixPermissions] as? Int
        #expect(mode.map { $0 & 0o077 } == 0)
    }

    @Test func theLeastRecentlyUsedEntryIsEvictedFirst() async throws {
        let storage = DiskStorage(folder: storage.folder, byteLimit: 50_000)
        for number in 0..<4 {
            try await storage.store(image([UInt8](repeating: 1, count: 10_000)), for: "\(number)")
            // File systems record times coarsely, so the test sets them.
            try setLastUse(of: storage.path(of: "\(number)"), to: 1_000 + number)
        }
        // Used again, just now.
        #expect(await storage.image(for: "0") != nil)
        for number in 4..<7 { try await storage.store(image([UInt8](repeating: 1, count: 10_000)), for: "\(number)") }
        #expect(await storage.image(for: "0") != nil)
        #expect(await storage.image(for: "1") == nil)
        #expect(await storage.image(for: "2") == nil)
        #expect(await storage.image(for: "6") != nil)
        #expect(try sizeOfEntries() <= 55_000)
    }

    @Test func anEntryLargerThanTheStorageIsNotKept() async throws {
        let storage = DiskStorage(folder: storage.folder, byteLimit: 5_000)
        try await storage.store(image([1]), for: "small")
        try await storage.store(image([UInt8](repeating: 1, count: 10_000)), for: "large")
        #expect(await storage.image(for: "large") == nil)
        #expect(await storage.image(for: "small") != nil)
    }

    @Test func filesOfAKilledWriterAreRemovedAfterAnHour() async throws {
        try folder.write([1], to: "cache/ab/.boundedcrop-old")
        try folder.write([1], to: "cache/ab/.boundedcrop-new")
        var times = [timeval(tv_sec: time(nil) - 3700, tv_usec: 0), timeval(tv_sec: time(nil) - 3700, tv_usec: 0)]
        utimes(folder.path("cache/ab/.boundedcrop-old"), &times)
        try await storage.store(image([1]), for: "a")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("cache/ab")) == [".boundedcrop-new"])
    }

    @Test func manyTasksMayUseItConcurrently() async throws {
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<300 {
                group.addTask { [storage, image] in
                    let key = "\(number % 7)"
                    switch number % 3 {
                    case 0: try? await storage.store(image([UInt8](repeating: UInt8(number % 7), count: 5000)), for: key)
                    case 1: if number % 50 == 1 { await storage.remove(key) }
                    default:
                        guard let found = await storage.image(for: key) else { return }
                        #expect(found.bytes == [UInt8](repeating: UInt8(number % 7), count: 5000))
                    }
                }
            }
        }
    }

    @Test func theDefaultFolderIsInTheUsersCacheFolder() {
        #expect(DiskStorage.standardFolder.hasSuffix("/boundedcrop"))
        #expect(DiskStorage.standardFolder.hasPrefix("/"))
    }

    private func setLastUse(of path: String, to seconds: Int) throws {
        var times = [timeval(tv_sec: seconds, tv_usec: 0), timeval(tv_sec: time(nil), tv_usec: 0)]
        #expect(utimes(path, &times) == 0)
    }

    private func sizeOfEntries() throws -> Int {
        let files = FileManager.default.enumerator(atPath: storage.folder)?.compactMap { $0 as? String } ?? []
        return try files.filter { $0.hasSuffix(".image") }.reduce(0) { sum, name in
            let size = try FileManager.default.attributesOfItem(atPath: "\(storage.folder)/\(name)")[.size] as? Int
            return sum + (size ?? 0)
        }
    }
}
