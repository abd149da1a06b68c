internal import CImageCodecs

/// Smaller pictures in the same file, on which detection takes less time.
extension ImageSource {
    /// The smallest picture in the file that shows the same as its picture and has at least `longSide` pixels along its long side; nil if
    /// there is none.
    ///
    /// HEIC has thumbnails and TIFF has reduced pages. EXIF's thumbnails have 160 pixels, which is not enough for detection, and JPEG
    /// decodes eighths in the time of a thumbnail.
    private func preview(longSide: Int) -> ImageSource? {
        // A damaged preview is not complained about where damage is allowed, and would be taken for the picture.
        guard isolation == nil, !options.allowsTruncated, size.longSide > longSide else { return nil }
        let found = file.withUnsafeBytes { smallerPictures(in: bc_span($0)) }
        return found.filter { $0.size.longSide >= longSide && $0.size.longSide < size.longSide && hasShape(of: $0.header.storedSize) }
            .min { $0.size.area < $1.size.area }
    }

    /// Decodes with a smaller picture of the file if there is one, and otherwise with the picture itself.
    func withPreview<Result>(longSide: Int, _ decode: (ImageSource) throws -> Result) throws -> Result {
        if let preview = preview(longSide: longSide) {
            do {
                return try decode(preview)
            } catch is BoundedCropError {
                // The picture itself may be whole.
            }
        }
        return try decode(self)
    }

    private func smallerPictures(in file: bc_span) -> [ImageSource] {
        switch header.format {
        case .heic:
            var found = bc_image_header()
            var error = bc_error()
            guard bc_heif_read_thumbnail_header(file, &found, &error) == Int32(BC_OK), found.width > 0 else { return [] }
            return [ImageSource(header(found), in: self, decodedBy: bc_heif_decode_thumbnail)]
        case .tiff:
            var reductions = [bc_tiff_reduction](repeating: bc_tiff_reduction(), count: 16)
            let count = bc_tiff_find_reductions(file, &reductions, UInt32(reductions.count))
            return reductions.prefix(Int(count)).map { reduction in
                ImageSource(header(reduction.header), in: self) { file, region, transform, pixels, error in
                    bc_tiff_decode_reduction(file, reduction.place, region, transform, pixels, error)
                }
            }
        case .jpeg, .png, .webp, .avif, .gif, .bmp: return []
        }
    }

    private func header(_ found: bc_image_header) -> ImageHeader {
        ImageHeader(found, format: header.format, orientation: header.orientation)
    }

    /// Whether a picture of this size may show the same: its sides are in the same proportion, up to the rounding of its own.
    private func hasShape(of other: PixelSize) -> Bool {
        let (width, height) = (Double(header.storedSize.width), Double(header.storedSize.height))
        return abs(Double(other.width) * height - Double(other.height) * width) <= max(width, height)
    }
}
