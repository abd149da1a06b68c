internal import CImageCodecs

extension Codec {
    static let avif = Codec(
        title: "AVIF",
        fileExtensions: ["avif", "avifs"],
        brands: ["avif", "avis"],
        library: Library("libavif", isLinked: false, bc_avif_version),
        encoding: { .avif(quality: $0.quality) },
        readHeader: bc_avif_read_header,
        decode: bc_avif_decode,
        frames: Frames(nil, bc_avif_animation_open, bc_avif_animation_next, bc_avif_animation_close),
        metadata: copied(exif: bc_avif_copy_exif, xmp: bc_avif_copy_xmp, iccProfile: bc_avif_copy_icc_profile)
    )
}

extension EncodingCodec {
    static func avif(_ quality: Int, _ speed: Int) -> Self {
        // Numbers are converted after they are checked.
        let settings: @Sendable () -> bc_avif_settings = {
            bc_avif_settings(quality: Int32(quality), speed: Int32(speed), subsampling: BC_SUBSAMPLING_420)
        }
        return Self(
            format: .avif,
            quality: (quality, { .avif(quality: $0, speed: speed) }),
            effort: 5,
            check: { try check(speed, in: 0...10, "speed") },
            bytesPerPixel: { _, _ in 60 },
            encode: { bc_avif_encode($0, $1, $2, settings(), $3, $4, $5) },
            frames: Frames(
                bytesPerPixel: Frames.bytesPerPixel(quality: quality),
                writesLoopCounts: bc_avif_writes_loop_counts,
                create: { bc_avif_animation_create($0, $1, $2, $3, settings(), $5) },
                add: { writer, rgba, shown, metadata, error in
                    let status = bc_avif_animation_add(writer, rgba, shown.lowerBound, error)
                    // The metadata of the first frame is that of the file.
                    if status == Int32(BC_OK), shown.lowerBound == 0 { bc_avif_animation_set_metadata(writer, metadata) }
                    return status
                },
                finish: { bc_avif_animation_finish($0, $1, $3, $4) },
                amend: { MovieTimes.clear(in: &$0) },
                destroy: bc_avif_animation_destroy
            )
        )
    }
}

/// The times at which an animated AVIF says that it was made. Older versions of libavif always write the present: two encodings of the
/// same frames would differ.
enum MovieTimes {
    private static let containers = ["moov", "trak", "mdia"].map { Array($0.utf8) }
    private static let headers = ["mvhd", "tkhd", "mdhd"].map { Array($0.utf8) }

    /// Sets them to 0, which is 1904 and stands for an unknown time. Parts that are not as they should be stay as they are.
    static func clear(in file: inout [UInt8]) { clear(in: &file, 0..<file.count) }

    private static func clear(in file: inout [UInt8], _ range: Range<Int>) {
        var start = range.lowerBound
        while range.upperBound - start >= 8 {
            let length = (0..<4).reduce(0) { $0 << 8 | Int(file[start + $1]) }
            // Media data may have a longer form of length, or extend to the end; both come after the headers.
            guard length >= 8, length <= range.upperBound - start else { return }
            let content = start + 8..<start + length
            let type = Array(file[start + 4..<start + 8])
            if containers.contains(type) { clear(in: &file, content) }
            if headers.contains(type) { clearHeader(in: &file, content) }
            start += length
        }
    }

    /// A version and flags in four bytes, and two times, in four bytes each or, in version 1, in eight.
    private static func clearHeader(in file: inout [UInt8], _ content: Range<Int>) {
        guard let version = content.first.map({ file[$0] }), version <= 1 else { return }
        let times = content.dropFirst(4).prefix(version == 1 ? 16 : 8)
        for place in times { file[place] = 0 }
    }
}
