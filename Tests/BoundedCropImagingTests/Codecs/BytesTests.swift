import BoundedCrop
import Foundation
import TestSupport
import Testing

@Suite("Pictures from different kinds of byte collections") struct BytesTests {
    /// Contiguous bytes whose address is known.
    private final class Piece: Sendable {
        nonisolated(unsafe) let memory: UnsafeMutableBufferPointer<UInt8>

        init(_ bytes: [UInt8]) {
            memory = .allocate(capacity: bytes.count)
            _ = memory.initialize(from: bytes)
        }

        deinit { memory.deallocate() }
    }

    private struct Pieces: RandomAccessCollection, Sendable {
        let piece: Piece
        let isContiguous: Bool
        var startIndex: Int { 7 }
        var endIndex: Int { 7 + piece.memory.count }
        subscript(index: Int) -> UInt8 { piece.memory[index - 7] }

        func withContiguousStorageIfAvailable<R>(_ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R? {
            isContiguous ? try body(UnsafeBufferPointer(piece.memory)) : nil
        }
    }

    private static let photos = ["photos/obama.jpg", "photos/coffee.png", "orientations/obama_6.jpg"]

    @Test("a picture is the same whatever collection contains its bytes", arguments: photos) func same(_ photo: String) throws {
        let bytes = try Fixture.bytes(photo)
        let expected = try ImageSource(bytes: bytes)
        let pixels = try expected.pixels()
        let padded = [0, 1, 2] + bytes + [3]
        for source in [
            try ImageSource(bytes: Data(bytes)), try ImageSource(bytes: padded[3..<(3 + bytes.count)]),
            try ImageSource(bytes: Data(padded)[3..<(3 + bytes.count)]), try ImageSource(bytes: ContiguousArray(bytes)),
            try ImageSource(bytes: Pieces(piece: Piece(bytes), isContiguous: true)),
            try ImageSource(bytes: Pieces(piece: Piece(bytes), isContiguous: false)),
        ] {
            #expect(source.header == expected.header)
            #expect(source.contentHash == expected.contentHash)
            #expect(source.bytes == bytes)
            #expect(try source.pixels() == pixels)
        }
    }

    @Test func `contiguous bytes are not copied`() throws {
        let piece = Piece(try Fixture.bytes("photos/obama.jpg"))
        let source = try ImageSource(bytes: Pieces(piece: piece, isContiguous: true))
        // The change would not affect a copy: the collection's own memory is the file.
        piece.memory[0] = 0
        #expect(source.bytes[0] == 0)
    }

    @Test func `no bytes are an empty file, and invalid bytes are refused`() {
        expectError(.emptyFile) { _ = try ImageSource(bytes: Data()) }
        expectError(.unsupportedFormat) { _ = try ImageSource(bytes: Data("rubbish".utf8)) }
        var options = DecodingOptions()
        options.limits.maximumBytes = 9
        expectError(.limitExceeded) { _ = try ImageSource(bytes: Data(count: 10), options: options) }
    }

    @Test func `an open file is read from its current position and stays open`() throws {
        let folder = try TemporaryFolder()
        let bytes = try Fixture.bytes("photos/obama.jpg")
        try folder.write([1, 2, 3] + bytes, to: "behind.bin")
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: "\(folder.path)/behind.bin"))
        try file.seek(toOffset: 3)
        #expect(try ImageSource(fileDescriptor: file.fileDescriptor).bytes == bytes)
        try file.seek(toOffset: 0)
        #expect(try file.read(upToCount: 3) == Data([1, 2, 3]))
        try file.close()
    }

    @Test func `an unreadable descriptor is an error`() throws {
        expectError(.unreadableFile) { _ = try ImageSource(fileDescriptor: -1) }
        let folder = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/tmp"))
        expectError(.isDirectory) { _ = try ImageSource(fileDescriptor: folder.fileDescriptor) }
    }
}
