internal import BoundedCropRuntime

/// The bytes of a file, held as they were given: an array, `Data`, NIO's `ByteBufferView` or another collection.
package struct FileBytes: Sendable {
    private let storage: any RandomAccessCollection<UInt8> & Sendable

    /// The bytes are copied only if the collection does not hold them in one piece.
    package init(_ bytes: some RandomAccessCollection<UInt8> & Sendable) {
        let isContiguous = bytes.withContiguousStorageIfAvailable { _ in true } ?? false
        storage = isContiguous ? bytes : Array(bytes)
    }

    package var count: Int { storage.count }
    package var isEmpty: Bool { storage.isEmpty }

    /// A copy, unless the bytes were given as an array.
    package var array: [UInt8] { storage as? [UInt8] ?? withUnsafeBytes { Array($0) } }

    package func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        // The collection has contiguous storage, as the initializer made sure.
        try storage.withContiguousStorageIfAvailable { try body(UnsafeRawBufferPointer($0)) }
            ?? Array(storage).withUnsafeBytes(body)
    }

    /// The SHA-256 in hexadecimal.
    var fingerprint: String {
        withUnsafeBytes { Fingerprint.text(of: $0) }
    }
}
