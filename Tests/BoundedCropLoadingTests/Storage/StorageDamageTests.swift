import BoundedCrop
import Foundation
import PictureServer
import TestSupport
import Testing

@testable import BoundedCropLoading

/// No damage to its files makes a storage return anything that was not stored, or makes a load fail.
@Suite(.timeLimit(.minutes(15))) struct StorageDamageTests {
    enum Damage: String, CaseIterable {
        case empty, cutInHead, cutInMetadata, cutInPicture, cutInChecksum, flippedInMark, flippedInMetadata, flippedInPicture
        case flippedInChecksum, wrongMark, longer, anotherEntry, lengthBeyondEnd

        func apply(to bytes: [UInt8]) -> [UInt8] {
            func flipped(_ index: Int) -> [UInt8] {
                var bytes = bytes
                bytes[index] ^= 0x10
                return bytes
            }
            return switch self {
            case .empty: []
            case .cutInHead: Array(bytes.prefix(5))
            case .cutInMetadata: Array(bytes.prefix(30))
            case .cutInPicture: Array(bytes.prefix(bytes.count / 2))
            case .cutInChecksum: Array(bytes.dropLast(1))
            case .flippedInMark: flipped(0)
            case .flippedInMetadata: flipped(20)
            case .flippedInPicture: flipped(bytes.count / 2)
            case .flippedInChecksum: flipped(bytes.count - 1)
            case .wrongMark: Array("ANOTHER!".utf8) + bytes.dropFirst(8)
            case .longer: bytes + [0]
            case .anotherEntry:
                (try? StoredImageFile.bytes(of: StoredImage(bytes: [1], expires: Date()), key: "another")) ?? []
            case .lengthBeyondEnd: Array(bytes.prefix(8)) + [255, 255, 255, 127] + bytes.dropFirst(12)
            }
        }
    }

    @Test(arguments: Damage.allCases) func aDamagedEntryIsAMissAndIsRemoved(_ damage: Damage) async throws {
        let folder = try TemporaryFolder()
        let storage = DiskStorage(folder: folder.path)
        try await storage.store(StoredImage(bytes: Fixture.photo, expires: Date()), for: "a")
        let path = storage.path(of: "a")
        let whole = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
        try Data(damage.apply(to: whole)).write(to: URL(fileURLWithPath: path))
        #expect(await storage.image(for: "a") == nil)
        #expect(!FileManager.default.fileExists(atPath: path))
        try await storage.store(StoredImage(bytes: Fixture.photo, expires: Date()), for: "a")
        #expect(await storage.image(for: "a")?.bytes == Fixture.photo)
    }

    /// As many bits of each file as fit into a short time.
    @Test func everyFlippedBitIsDetected() throws {
        let image = StoredImage(bytes: Fixture.tiny(), expires: Date(timeIntervalSince1970: 5), entityTag: "\"1\"")
        let whole = try StoredImageFile.bytes(of: image, key: "a")
        #expect(StoredImageFile.image(in: whole, key: "a") == image)
        for index in whole.indices {
            var bytes = whole
            bytes[index] ^= UInt8(1 << (index % 8))
            #expect(StoredImageFile.image(in: bytes, key: "a") == nil)
        }
        for count in whole.indices { #expect(StoredImageFile.image(in: Array(whole.prefix(count)), key: "a") == nil) }
    }

    @Test func aLoadReplacesADamagedEntry() async throws {
        let (server, folder) = (try await PictureServer(), try TemporaryFolder())
        server.serve("/a", .picture(Fixture.tiny(3)))
        let (storage, request) = (DiskStorage(folder: folder.path), ImageRequest(server.url("/a")))
        _ = try await ImageLoader.testing(storage: storage).storedImage(for: request)
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: storage.path(of: request.url.absoluteString)))
        #expect(try await ImageLoader.testing(storage: storage).storedImage(for: request).number == 3)
        #expect(server.requests().count == 2)
        let loader = ImageLoader.testing(storage: storage)
        _ = try await loader.storedImage(for: request)
        #expect(loader.statistics.loads == [.storage: 1])
    }

    /// An entry that cannot be read or written affects only the cache, not the load.
    @Test func aFolderInPlaceOfAnEntryFailsNoLoad() async throws {
        let (server, folder) = (try await PictureServer(), try TemporaryFolder())
        server.serve("/a", .picture(Fixture.tiny(3)))
        let (storage, request) = (DiskStorage(folder: folder.path), ImageRequest(server.url("/a")))
        let path = storage.path(of: request.url.absoluteString)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        #expect(try await ImageLoader.testing(storage: storage).storedImage(for: request).number == 3)
        await expectError(.unwritableFile) {
            try await storage.store(StoredImage(bytes: [1], expires: Date()), for: request.url.absoluteString)
        }
    }

    /// Reading a pipe would block forever.
    @Test func aPipeInPlaceOfAnEntryIsAMiss() async throws {
        let folder = try TemporaryFolder()
        let storage = DiskStorage(folder: folder.path)
        try await storage.store(StoredImage(bytes: [1], expires: Date()), for: "a")
        unlink(storage.path(of: "a"))
        #expect(mkfifo(storage.path(of: "a"), 0o600) == 0)
        for _ in 0..<3 { #expect(await storage.image(for: "a") == nil) }
        try await storage.store(StoredImage(bytes: [2], expires: Date()), for: "a")
        #expect(await storage.image(for: "a")?.bytes == [2])
    }

    /// Files whose lengths exceed any memory, and whose sum overflows.
    @Test func sparseFilesInPlaceOfEntriesAreRemoved() async throws {
        let folder = try TemporaryFolder()
        let storage = DiskStorage(folder: folder.path, byteLimit: 1000)
        for number in 0..<4 {
            let path = try folder.write([], to: "0\(number)/x.image")
            // As large as the file system allows.
            for shift in stride(from: 62, to: 30, by: -1) where truncate(path, 1 << shift) == 0 { break }
        }
        try await storage.store(StoredImage(bytes: [1], expires: Date()), for: "b")
        #expect(await storage.image(for: "b")?.bytes == [1])
        let left = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        #expect(left.filter { $0.hasSuffix("x.image") } == [])
    }

    @Test func aFileInPlaceOfTheFolderFailsNoLoad() async throws {
        let (server, folder) = (try await PictureServer(), try TemporaryFolder())
        server.serve("/a", .picture(Fixture.tiny(3)))
        let storage = DiskStorage(folder: try folder.write([1], to: "cache"))
        #expect(try await ImageLoader.testing(storage: storage).storedImage(for: ImageRequest(server.url("/a"))).number == 3)
        await storage.removeAll()
    }

    /// In a process that has given up root, for which permissions would not apply.
    @Test func missingPermissionsFailNoLoad() async throws {
        let folder = try TemporaryFolder()
        let storage = DiskStorage(folder: folder.path("cache"))
        try await storage.store(StoredImage(bytes: Fixture.tiny(), expires: .distantFuture), for: "a")
        chmod(folder.path, 0o755)
        chmod(folder.path("cache"), 0o700)
        await #expect(processExitsWith: .success) { [folder = storage.folder as String] in
            if getuid() == 0 { #expect(setuid(65534) == 0) } else { chmod(folder, 0) }
            let (server, storage) = (try await PictureServer(), DiskStorage(folder: folder))
            server.serve("/a", .picture(Fixture.tiny(3)))
            #expect(await storage.image(for: "a") == nil)
            #expect(try await ImageLoader.testing(storage: storage).storedImage(for: ImageRequest(server.url("/a"))).number == 3)
            await expectError(.unwritableFile) { try await storage.store(StoredImage(bytes: [1], expires: Date()), for: "a") }
        }
        chmod(folder.path("cache"), 0o700)
        #expect(await storage.image(for: "a")?.bytes == Fixture.tiny())
    }

    /// A file system of one megabyte; where none can be mounted, a process whose files are limited to that size.
    @Test func aFullDiskFailsNoLoadAndLeavesNothingBehind() async throws {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            let isMounted = mount("tmpfs", folder.path, "tmpfs", 0, "size=1m") == 0
            defer { if isMounted { umount(folder.path) } }
            if !isMounted {
                signal(SIGXFSZ, SIG_IGN)
                var limit = rlimit(rlim_cur: 500_000, rlim_max: 500_000)
                #expect(setrlimit(__rlimit_resource_t(1), &limit) == 0)
            }
            let storage = DiskStorage(folder: folder.path)
            try await storage.store(StoredImage(bytes: Fixture.photo, expires: .distantFuture), for: "kept")
            let large = StoredImage(bytes: [UInt8](repeating: 1, count: 2_000_000), expires: .distantFuture)
            for key in ["kept", "other"] { await expectError(.unwritableFile) { try await storage.store(large, for: key) } }
            #expect(await storage.image(for: "kept")?.bytes == Fixture.photo)
            let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
            #expect(names.filter { $0.contains(".boundedcrop-") } == [])
            let server = try await PictureServer()
            server.serve("/a", .picture(try Fixture.bytes("photos/astronaut.png")))
            let loader = ImageLoader.testing(storage: storage)
            #expect(try await loader.storedImage(for: ImageRequest(server.url("/a"))).width == 512)
        }
    }
}
