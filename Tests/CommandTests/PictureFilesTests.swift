import BoundedCrop
import Foundation
import TestSupport
import Testing

@testable import boundedcrop

@Suite struct PictureFilesTests {
    let folder: TemporaryFolder
    static let webp = Array("RIFF....WEBP".utf8)

    init() throws {
        folder = try TemporaryFolder()
    }

    private func found(_ inputs: [String] = [""], recursive: Bool = false) async -> (names: [String], failures: [BoundedCropError]) {
        let (entries, failures) = await all(inputs.map { $0.isEmpty ? folder.path : folder.path($0) }, recursive: recursive)
        return (entries.map(\.name), failures.map(\.error))
    }

    private func all(_ inputs: [String], recursive: Bool) async -> (entries: [PictureEntry], failures: [InputFailure]) {
        let objects = ObjectStorage { throw BoundedCropError(.invalidArgument, "there are no objects") }
        let files = PictureFiles(inputs: inputs, isRecursive: recursive, objects: objects)
        var (entries, failures): ([PictureEntry], [InputFailure]) = ([], [])
        for await found in files {
            switch found {
            case .success(let entry): entries.append(entry)
            case .failure(let failure): failures.append(failure)
            }
        }
        #expect(files.localCount() == entries.count)
        #expect(await files.areMany() == (entries.count > 1))
        return (entries, failures)
    }

    @Test func areThoseOfAFolderSortedByName() async throws {
        for name in ["b.jpg", "a.PNG", "c.webp", "notes.txt", "d.jpeg", "no_dot", "broken.gif"] { try folder.write([0x41], to: name) }
        try folder.write(Self.webp, to: "picture_without_ending")
        try folder.write(Self.webp, to: "wrong.dat")
        #expect(await found().names == ["a", "b", "broken", "c", "d", "picture_without_ending", "wrong"])
        #expect(await found().failures.isEmpty)
        #expect(await all([folder.path + "/"], recursive: false).entries.first?.path == folder.path("a.PNG"))
    }

    @Test func excludeHiddenFiles() async throws {
        for name in ["a.jpg", ".hidden.jpg", ".folder/b.jpg"] { try folder.write([], to: name) }
        #expect(await found(recursive: true).names == ["a"])
    }

    @Test func includeSubfoldersOnlyIfRequested() async throws {
        for name in ["a.jpg", "sub/b.jpg", "sub/deep/c.d.jpg", "z/e.jpg"] { try folder.write([], to: name) }
        #expect(await found().names == ["a"])
        #expect(await found(recursive: true).names == ["a", "sub/b", "sub/deep/c.d", "z/e"])
        #expect(await found(["sub"], recursive: true).names == ["b", "deep/c.d"])
    }

    @Test func areListedOnceDespiteCircularLinks() async throws {
        for name in ["a.jpg", "sub/b.jpg"] { try folder.write([], to: name) }
        try FileManager.default.createSymbolicLink(atPath: folder.path("sub/up"), withDestinationPath: folder.path)
        try FileManager.default.createSymbolicLink(atPath: folder.path("twin"), withDestinationPath: "sub")
        #expect(await found(recursive: true).names == ["a", "sub/b"])
        #expect(await found(recursive: true).failures.isEmpty)
    }

    @Test func includeAnyFileThatIsNamed() async throws {
        try folder.write([], to: ".hidden.jpg")
        let inputs = ["-", folder.path(".hidden.jpg"), "some/missing.tar.jpg", "plain"]
        let files = await all(inputs, recursive: false)
        #expect(files.entries.map(\.name) == ["stdin", ".hidden", "missing.tar", "plain"])
        #expect(files.entries.map(\.path) == ["-", folder.path(".hidden.jpg"), "some/missing.tar.jpg", "plain"])
        #expect(files.failures.isEmpty)
    }

    @Test func areMissingInAFolderWithoutPictures() async throws {
        try folder.write([], to: "notes.txt")
        try folder.write([], to: "sub/a.jpg")
        #expect(await found().names.isEmpty)
        #expect(await found().failures.map(\.code) == [.fileNotFound])
        #expect(await found().failures.first?.message.contains("no pictures in this folder; --recursive") == true)
        #expect(await found(recursive: true).failures.isEmpty)
        try FileManager.default.removeItem(atPath: folder.path("sub"))
        #expect(await found(recursive: true).failures.map(\.message) == ["there are no pictures in this folder"])
    }

    @Test(arguments: [["", ""], ["", "sub"], ["sub", ""], ["", "sub/up"]])
    func areNotMissingInAFolderThatIsNamedTwice(inputs: [String]) async throws {
        for name in ["a.jpg", "sub/b.jpg"] { try folder.write([], to: name) }
        try FileManager.default.createSymbolicLink(atPath: folder.path("sub/up"), withDestinationPath: folder.path)
        #expect(await found(inputs, recursive: true).names.count == 2)
        #expect(await found(inputs, recursive: true).failures.isEmpty)
    }

    @Test func includeDanglingLinksNamedLikePictures() async throws {
        try FileManager.default.createSymbolicLink(atPath: folder.path("a.jpg"), withDestinationPath: folder.path("nothing"))
        try FileManager.default.createSymbolicLink(atPath: folder.path("b"), withDestinationPath: folder.path("nothing"))
        #expect(await found().names == ["a"])
    }

    @Test func areListedWithoutWaitingForAPipe() async throws {
        for name in ["pipe", "pipe.jpg"] { #expect(mkfifo(folder.path(name), 0o600) == 0) }
        try folder.write([], to: "a.jpg")
        #expect(await found().names == ["a"])
    }
}
