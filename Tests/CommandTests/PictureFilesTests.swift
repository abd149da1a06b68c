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

    private func found(_ inputs: [String] = [""], recursive: Bool = false) -> (names: [String], failures: [BoundedCropError]) {
        let files = PictureFiles(inputs.map { $0.isEmpty ? folder.path : folder.path($0) }, recursive: recursive)
        return (files.entries.map(\.name), files.failures.map(\.error))
    }

    @Test func areThoseOfAFolderSortedByName() throws {
        for name in ["b.jpg", "a.PNG", "c.webp", "notes.txt", "d.jpeg", "no_dot", "broken.gif"] { try folder.write([0x41], to: name) }
        try folder.write(Self.webp, to: "picture_without_ending")
        try folder.write(Self.webp, to: "wrong.dat")
        #expect(found().names == ["a", "b", "broken", "c", "d", "picture_without_ending", "wrong"])
        #expect(found().failures.isEmpty)
        let files = PictureFiles([folder.path + "/"], recursive: false)
        #expect(files.entries.first?.path == folder.path("a.PNG"))
    }

    @Test func excludeHiddenFiles() throws {
        for name in ["a.jpg", ".hidden.jpg", ".folder/b.jpg"] { try folder.write([], to: name) }
        #expect(found(recursive: true).names == ["a"])
    }

    @Test func includeSubfoldersOnlyIfRequested() throws {
        for name in ["a.jpg", "sub/b.jpg", "sub/deep/c.d.jpg", "z/e.jpg"] { try folder.write([], to: name) }
        #expect(found().names == ["a"])
        #expect(found(recursive: true).names == ["a", "sub/b", "sub/deep/c.d", "z/e"])
        #expect(found(["sub"], recursive: true).names == ["b", "deep/c.d"])
    }

    @Test func areListedOnceDespiteCircularLinks() throws {
        for name in ["a.jpg", "sub/b.jpg"] { try folder.write([], to: name) }
        try FileManager.default.createSymbolicLink(atPath: folder.path("sub/up"), withDestinationPath: folder.path)
        try FileManager.default.createSymbolicLink(atPath: folder.path("twin"), withDestinationPath: "sub")
        #expect(found(recursive: true).names == ["a", "sub/b"])
        #expect(found(recursive: true).failures.isEmpty)
    }

    @Test func includeAnyFileThatIsNamed() throws {
        try folder.write([], to: ".hidden.jpg")
        let files = PictureFiles(["-", folder.path(".hidden.jpg"), "some/missing.tar.jpg", "plain"], recursive: false)
        #expect(files.entries.map(\.name) == ["stdin", ".hidden", "missing.tar", "plain"])
        #expect(files.entries.map(\.path) == ["-", folder.path(".hidden.jpg"), "some/missing.tar.jpg", "plain"])
        #expect(files.failures.isEmpty)
    }

    @Test func areMissingInAFolderWithoutPictures() throws {
        try folder.write([], to: "notes.txt")
        try folder.write([], to: "sub/a.jpg")
        #expect(found().names.isEmpty)
        #expect(found().failures.map(\.code) == [.fileNotFound])
        #expect(found().failures.first?.message.contains("no pictures in this folder; --recursive") == true)
        #expect(found(recursive: true).failures.isEmpty)
        try FileManager.default.removeItem(atPath: folder.path("sub"))
        #expect(found(recursive: true).failures.map(\.message) == ["there are no pictures in this folder"])
    }

    @Test(arguments: [["", ""], ["", "sub"], ["sub", ""], ["", "sub/up"]])
    func areNotMissingInAFolderThatIsNamedTwice(inputs: [String]) throws {
        for name in ["a.jpg", "sub/b.jpg"] { try folder.write([], to: name) }
        try FileManager.default.createSymbolicLink(atPath: folder.path("sub/up"), withDestinationPath: folder.path)
        #expect(found(inputs, recursive: true).names.count == 2)
        #expect(found(inputs, recursive: true).failures.isEmpty)
    }

    @Test func includeDanglingLinksNamedLikePictures() throws {
        try FileManager.default.createSymbolicLink(atPath: folder.path("a.jpg"), withDestinationPath: folder.path("nothing"))
        try FileManager.default.createSymbolicLink(atPath: folder.path("b"), withDestinationPath: folder.path("nothing"))
        #expect(found().names == ["a"])
    }

    @Test func areListedWithoutWaitingForAPipe() throws {
        for name in ["pipe", "pipe.jpg"] { #expect(mkfifo(folder.path(name), 0o600) == 0) }
        try folder.write([], to: "a.jpg")
        #expect(found().names == ["a"])
    }
}
