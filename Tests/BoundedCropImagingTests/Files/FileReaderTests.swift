import BoundedCropRuntime
import Foundation
import TestSupport
import Testing

@testable import BoundedCropImaging

@Suite struct FileReaderTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func read(_ path: String, upTo limit: Int = 1_000_000) throws -> [UInt8] {
        var limits = ImageLimits()
        limits.maximumBytes = limit
        return try FileReader.bytes(ofFile: path, limits: limits)
    }

    @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 300_000])
    func readsAllBytes(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 7) }
        #expect(try read(folder.write(bytes, to: "file")) == bytes)
    }

    @Test func reportsAMissingFile() throws {
        try folder.write([1], to: "file")
        for name in ["missing", "missing/file", "file/below", ""] {
            expectError(.fileNotFound, saying: "no such file") { _ = try read(name.isEmpty ? "" : folder.path(name)) }
            expectError(.fileNotFound) { _ = try ImageSource(contentsOfFile: name.isEmpty ? "" : folder.path(name)) }
        }
    }

    @Test func reportsAFolder() {
        expectError(.isDirectory, saying: "folder") { _ = try read(folder.path) }
        expectError(.isDirectory) { _ = try ImageSource(contentsOfFile: folder.path + "/") }
    }

    @Test(.enabled(if: geteuid() != 0, "root can read every file"))
    func reportsMissingPermission() throws {
        let path = try folder.write([1], to: "secret")
        chmod(path, 0)
        expectError(.unreadableFile, saying: "Permission denied") { _ = try read(path) }
    }

    /// These fail for root too: circular links, a name that is too long, and unmapped memory.
    @Test func reportsWhyAFileCannotBeRead() throws {
        try FileManager.default.createSymbolicLink(atPath: folder.path("one"), withDestinationPath: folder.path("other"))
        try FileManager.default.createSymbolicLink(atPath: folder.path("other"), withDestinationPath: folder.path("one"))
        expectError(.unreadableFile, saying: "symbolic links") { _ = try read(folder.path("one")) }
        expectError(.unreadableFile, saying: "too long") { _ = try read(folder.path(String(repeating: "x", count: 300))) }
        expectError(.unreadableFile, saying: "error") { _ = try read("/proc/self/mem") }
    }

    @Test func doesNotReadAFileAboveTheLimit() throws {
        let path = try folder.write([UInt8](repeating: 1, count: 1000), to: "file")
        #expect(try read(path, upTo: 1000).count == 1000)
        expectError(.limitExceeded, saying: "1000 bytes exceed the limit of 999 bytes") { _ = try read(path, upTo: 999) }
    }

    @Test func leavesRefusingAnEmptyFileToTheDecoder() throws {
        let path = try folder.write([], to: "empty.png")
        expectError(.emptyFile) { _ = try ImageSource(contentsOfFile: path) }
    }

    @Test(arguments: [0, 10, 200_000])
    func readsAPipeToItsEnd(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let pipe = Pipe()
        Self.write(bytes, to: pipe.fileHandleForWriting)
        #expect(try FileReader.bytes(fromDescriptor: pipe.fileHandleForReading.fileDescriptor, limits: ImageLimits()) == bytes)
    }

    @Test func stopsReadingAPipeAtTheLimit() throws {
        let pipe = Pipe()
        Self.write([UInt8](repeating: 0, count: 60_000), to: pipe.fileHandleForWriting)
        var limits = ImageLimits()
        limits.maximumBytes = 1000
        expectError(.limitExceeded, saying: "limit of 1000 bytes") {
            _ = try FileReader.bytes(fromDescriptor: pipe.fileHandleForReading.fileDescriptor, limits: limits)
        }
    }

    @Test func readsANamedPipe() throws {
        let path = folder.path("pipe")
        #expect(mkfifo(path, 0o600) == 0)
        let picture = try Fixture.bytes("edges/1x1.png")
        Thread.detachNewThread {
            guard let handle = FileHandle(forWritingAtPath: path) else { return }
            try? handle.write(contentsOf: Data(picture))
            try? handle.close()
        }
        #expect(try ImageSource(contentsOfFile: path).size == PixelSize(width: 1, height: 1))
    }

    @Test func `nothing outside of a folder is read through links`() throws {
        try folder.write([1], to: "private/a")
        try folder.write([2], to: "photos/sub/a")
        func link(_ name: String, _ target: String) throws {
            try FileManager.default.createSymbolicLink(atPath: folder.path("photos/\(name)"), withDestinationPath: target)
        }
        try link("out", "../private/a")
        try link("way", "../private")
        try link("inside", "sub/a")
        try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "photos")
        func read(_ name: String) throws -> [UInt8] {
            try FileReader.bytes(ofFile: folder.path("link/\(name)"), in: folder.path("link"), limits: ImageLimits())
        }
        #expect(try read("sub/a") == [2])
        #expect(try read("inside") == [2])
        for name in ["out", "way/a"] { expectError(.unreadableFile, saying: "leads out of") { _ = try read(name) } }
        expectError(.fileNotFound, saying: "no such file") { _ = try read("missing") }
        expectError(.unreadableFile, saying: "a link") {
            _ = try FileReader.bytes(ofFile: folder.path("photos/inside"), limits: ImageLimits(), followsLinks: false)
        }
        // What was a folder as the path was resolved may be a link as it is opened.
        #expect(Descriptor.folder(of: "way/a", in: folder.path("photos")).descriptor < 0)
        #expect(Descriptor.folder(of: "../private/a", in: folder.path("photos")).descriptor < 0)
    }

    @Test func reportsADescriptorThatIsNotOpen() {
        expectError(.unreadableFile, saying: "Bad file descriptor") { _ = try FileReader.bytes(fromDescriptor: -1, limits: ImageLimits()) }
    }

    /// Writes on another thread, because a pipe holds only 64 KiB.
    private static func write(_ bytes: [UInt8], to handle: FileHandle) {
        Thread.detachNewThread {
            try? handle.write(contentsOf: Data(bytes))
            try? handle.close()
        }
    }
}
