/// What the fuzzer hands over.
package struct Input {
    package let bytes: [UInt8]

    package init(_ bytes: UnsafePointer<UInt8>?, _ count: Int) {
        self.bytes = Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    /// As a server or a terminal gives it: what is no UTF-8 was replaced.
    package var text: String { String(decoding: bytes, as: UTF8.self) }
}
