/// The chunks of a WebP file (RFC 9649, section 2), for the metadata in them.
enum RIFFChunks {
    static func metadata(of bytes: [UInt8]) -> ImageMetadata {
        var metadata = ImageMetadata()
        var position = 12
        while let length = bytes.littleEndian32(at: position + 4), position + 8 + length <= bytes.count {
            let type = bytes[position..<(position + 4)]
            let body = bytes[(position + 8)..<(position + 8 + length)]
            if type.elementsEqual("EXIF".utf8) {
                // Some writers keep JPEG's prefix.
                metadata.exif = Array(body.dropping(prefix: Array("Exif\0\0".utf8)) ?? body)
            } else if type.elementsEqual("XMP ".utf8) {
                metadata.xmp = Array(body)
            } else if type.elementsEqual("ICCP".utf8) {
                metadata.iccProfile = Array(body)
            }
            position += 8 + length + length % 2
        }
        return metadata
    }
}
