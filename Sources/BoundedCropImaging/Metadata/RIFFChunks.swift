/// Reads metadata from the chunks of a WebP file (RFC 9649, section 2).
enum RIFFChunks {
    static func metadata(of bytes: UnsafeRawBufferPointer) -> ImageMetadata {
        var metadata = ImageMetadata()
        var position = 12
        var count = 0
        while count < ImageMetadata.mostChunks, let length = bytes.littleEndian32(at: position + 4), position + 8 + length <= bytes.count {
            let type = bytes[position..<(position + 4)]
            let body = bytes[(position + 8)..<(position + 8 + length)]
            if type.elementsEqual("EXIF".utf8) {
                // Some writers keep the prefix of JPEG.
                let exif = body.dropping(prefix: Array("Exif\0\0".utf8)) ?? body
                if exif.count <= ImageMetadata.mostTagBytes { metadata.exif = Array(exif) }
            } else if type.elementsEqual("XMP ".utf8) {
                if body.count <= ImageMetadata.mostTagBytes { metadata.xmp = Array(body) }
            } else if type.elementsEqual("ICCP".utf8) {
                if body.count <= ImageMetadata.mostProfileBytes { metadata.iccProfile = Array(body) }
            }
            position += 8 + length + length % 2
            count += 1
        }
        return metadata
    }
}
