internal import BoundedCrop

extension ImgproxyOptions {
    /// Applies an option to what was said before.
    typealias Reader = @Sendable (inout ImgproxyOptions, ImgproxyOption) throws -> Void

    /// The reader of each option, by its full and short names.
    static let readers: [String: Reader] = {
        var readers: [String: Reader] = [:]
        for (names, reader) in sizes + areas + pixels + files {
            for name in names { readers[name] = reader }
        }
        return readers
    }()

    /// Applies an option. Throws `invalidURL` for an unknown one, and for invalid arguments.
    mutating func apply(_ option: ImgproxyOption) throws {
        if isInfo, takesInfo(option) { return }
        if let reader = Self.readers[option.name] { return try reader(&self, option) }
        if Self.limits.contains(option.name) {
            throw option.failure("is not available here: limits are settings of the service")
        }
        guard Self.unavailable.contains(option.name) else { throw option.failure("is not an option of imgproxy") }
        if !option.isOff { ignore(option.name) }
    }

    /// Options that redefine limits. imgproxy refuses them too, unless it is told not to.
    private static let limits: Set = [
        "max_src_resolution", "msr", "max_src_file_size", "msfs", "max_animation_frames", "maf", "max_animation_frame_resolution", "mafr",
        "max_result_dimension", "mrd",
    ]

    /// imgproxy's options that are not available here.
    private static let unavailable: Set = [
        "resizing_algorithm", "ra", "monochrome", "mc", "duotone", "dt", "unsharp_masking", "ush", "draw_detections", "dd",
        "gradient", "gr", "watermark_text", "wmt", "watermark_size", "wms", "watermark_rotate", "wm_rot", "wmr", "watermark_shadow", "wmsh",
        "style", "st", "dpi", "enforce_thumbnail", "eth", "autoquality", "aq", "jpeg_options", "jpgo", "png_options", "pngo",
        "webp_options", "webpo", "avif_options", "avifo", "page", "pg", "pages", "pgs", "video_thumbnail_second", "vts",
        "video_thumbnail_keyframes", "vtk", "video_thumbnail_tile", "vtt", "video_thumbnail_animation", "vta", "fallback_image_url", "fiu",
        "objects_position", "obj_pos", "op", "preserve_hdr", "ph",
    ]

    /// Applies an option of `info` URLs that has another meaning there, or none elsewhere; false if it is not one of these.
    private mutating func takesInfo(_ option: ImgproxyOption) -> Bool {
        let isFlag = option.arguments.count == 1 && ["", "0", "1", "t", "f", "true", "false"].contains(option.arguments[0])
        switch option.name {
        case "size", "s", "format", "f": return isFlag
        case "dimensions", "d": return true
        case "detect_objects", "do":
            if !option.isOff { gravity.kind = .smart }
            return true
        case "exif", "iptc", "xmp", "video_meta", "vm", "palette", "p", "average", "avg", "dominant_colors", "dc", "blurhash", "bh":
            if !option.isOff { ignore(option.name) }
            return true
        default: return false
        }
    }
}
