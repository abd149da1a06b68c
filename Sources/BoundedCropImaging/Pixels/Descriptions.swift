// Descriptions of pictures for printing: the size, not the bytes.

extension PixelBuffer: CustomStringConvertible, CustomReflectable {
    /// The size, as in `PixelBuffer 640x480`.
    public var description: String { "PixelBuffer \(size)" }
    /// The size alone.
    public var customMirror: Mirror { Mirror(self, children: ["size": size]) }
}

extension LumaPlane: CustomStringConvertible, CustomReflectable {
    /// The size, as in `LumaPlane 640x480`.
    public var description: String { "LumaPlane \(size)" }
    /// The size alone.
    public var customMirror: Mirror { Mirror(self, children: ["size": size]) }
}

extension ImageSource: CustomStringConvertible, CustomReflectable {
    /// The format, size and length of the file, as in `ImageSource jpeg 640x480, 48211 bytes`.
    public var description: String { "ImageSource \(header.format.rawValue) \(size), \(bytes.count) bytes" }
    /// The header and the length of the file.
    public var customMirror: Mirror { Mirror(self, children: ["header": header, "byteCount": bytes.count]) }
}
