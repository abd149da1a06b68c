import Foundation
import TestSupport
import Testing

@testable import BoundedCropRuntime

@Suite struct AtomicFileTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func content(_ name: String) throws -> [UInt8] {
        try Array(Data(contentsOf: URL(filePath: folder.path(name))))
    }

    private func permissions(_ name: String) throws -> Int {
        var status = stat()
        try #require(stat(folder.path(name), &status) == 0)
        return Int(status.st_mode & 0o7777)
    }

    @Test(arguments: [false, true], [0, 1, 1_000_000])
    func writesANewFile(replacing: Bool, count: Int) throws {
        let bytes = [UInt8](repeating: 7, count: count)
        try AtomicFile.write(bytes, to: folder.path("new"), replacing: replacing)
        #expect(try content("new") == bytes)
        #expect(try folder.names() == ["new"])
    }

    @Test func keepsAnExistingFileUnlessReplacing() throws {
        try folder.write([1, 2, 3], to: "file")
        expectError(.fileExists, saying: "file already exists") {
            try AtomicFile.write([9], to: folder.path("file"), replacing: false)
        }
        #expect(try content("file") == [1, 2, 3])
        try AtomicFile.write([9], to: folder.path("file"), replacing: true)
        #expect(try content("file") == [9])
        #expect(try folder.names() == ["file"])
    }

    @Test func treatsADanglingLinkAsAnExistingFile() throws {
        try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: folder.path("nothing"))
        #expect(AtomicFile.exists(folder.path("link")))
        expectError(.fileExists) { try AtomicFile.write([9], to: folder.path("link"), replacing: false) }
        #expect(try folder.names() == ["link"])
    }

    @Test func leavesNothingBehindOnFailure() throws {
        try folder.write([1], to: "taken/file")
        expectError(.unwritableFile, saying: "taken") { try AtomicFile.write([9], to: folder.path("taken"), replacing: true) }
        expectError(.fileExists) { try AtomicFile.write([9], to: folder.path("taken"), replacing: false) }
        expectError(.unwritableFile, saying: "too long") {
            try AtomicFile.write([9], to: folder.path(String(repeating: "x", count: 300)), replacing: true)
        }
        #expect(try folder.names() == ["taken"])
    }

    @Test(arguments: [false, true])
    func reportsAMissingFolder(replacing: Bool) {
        expectError(.unwritableFile, saying: "No such file or directory") {
            try AtomicFile.write([9], to: folder.path("missing/file"), replacing: replacing)
        }
    }

    @Test func givesTheFileDefaultPermissions() throws {
        let descriptor = open(folder.path("ordinary"), O_WRONLY | O_CREAT, 0o666)
        #expect(descriptor >= 0)
        close(descriptor)
        try AtomicFile.write([1], to: folder.path("atomic"), replacing: false)
        #expect(try permissions("atomic") == permissions("ordinary"))
    }

    /// A reader sees one complete version, never a mixture; and of several writers that may not replace, exactly one succeeds.
    @Test func isCompleteUnderConcurrentWrites() async throws {
        let (folder, length) = (folder, 100_000)
        let written = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<16 {
                group.addTask {
                    let bytes = [UInt8](repeating: UInt8(number), count: length)
                    try? AtomicFile.write(bytes, to: folder.path("shared"), replacing: true)
                    return (try? AtomicFile.write(bytes, to: folder.path("first"), replacing: false)) != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(written == 1)
        #expect(try folder.names() == ["first", "shared"])
        for name in ["first", "shared"] {
            #expect(try content(name).count == length)
            #expect(try Set(content(name)).count == 1)
        }
    }

    @Test func createsAllParentFolders() throws {
        try AtomicFile.makeDirectory(for: folder.path("a/b/c/file"))
        try AtomicFile.makeDirectory(for: folder.path("a/b/c/file"))
        #expect(AtomicFile.isDirectory(folder.path("a/b/c")))
        #expect(!AtomicFile.exists(folder.path("a/b/c/file")))
        try AtomicFile.makeDirectory(for: "file")
        try AtomicFile.makeDirectory(for: "/file")
    }

    @Test func doesNotReplaceAFileWithAFolder() throws {
        try folder.write([1], to: "file")
        expectError(.unwritableFile, saying: "Not a directory") { try AtomicFile.makeDirectory(for: folder.path("file/below/picture")) }
    }

    @Test func `many changes at once lose nothing`() async throws {
        let path = folder.path("list")
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask { try? AtomicFile.change(path) { $0 + Array("\(number)\n".utf8) } }
            }
        }
        let numbers = String(decoding: try content("list"), as: UTF8.self).split(separator: "\n").compactMap { Int($0) }
        #expect(numbers.sorted() == Array(0..<40))
        #expect(try folder.names() == ["list"])
    }

    @Test func `a change keeps the mode of a file, and a link to it`() throws {
        try folder.write([1], to: "file")
        chmod(folder.path("file"), 0o640)
        symlink("file", folder.path("link"))
        try AtomicFile.change(folder.path("link")) { $0 + [2] }
        #expect(try content("file") == [1, 2] && permissions("file") == 0o640)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link")) == "file")
    }

    @Test func `a change that fails leaves everything as it was`() throws {
        struct Refusal: Error {}
        #expect(throws: Refusal.self) { try AtomicFile.change(folder.path("file")) { _ in throw Refusal() } }
        #expect(try folder.names().isEmpty)
        try folder.write([1], to: "file")
        #expect(throws: Refusal.self) { try AtomicFile.change(folder.path("file")) { _ in throw Refusal() } }
        #expect(try content("file") == [1] && folder.names() == ["file"])
        expectError(.unwritableFile, saying: "missing") { try AtomicFile.change(folder.path("missing/file")) { $0 } }
    }
}
