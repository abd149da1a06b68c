/// An input from the fuzzer.
package struct Input {
    package let bytes: [UInt8]

    package init(_ bytes: UnsafePointer<UInt8>?, _ count: Int) {
        self.bytes = Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    /// As text from a server or a terminal: invalid UTF-8 is replaced.
    package var text: String { String(decoding: bytes, as: UTF8.self) }
}
