internal import CSandbox

extension bc_box_request {
    mutating func set(_ options: DecodingOptions) {
        maximum_bytes = UInt64(clamping: options.limits.maximumBytes)
        maximum_side = UInt64(clamping: options.limits.maximumSide)
        maximum_pixels = UInt64(clamping: options.limits.maximumPixels)
        maximum_frames = UInt64(clamping: options.limits.maximumFrames)
        maximum_animation_pixels = UInt64(clamping: options.limits.maximumAnimationPixels)
        keeps_profile = options.colorProfile == .keep ? 1 : 0
        allows_truncated = options.allowsTruncated ? 1 : 0
    }

    var options: DecodingOptions {
        var options = DecodingOptions()
        options.limits.maximumBytes = Int(clamping: maximum_bytes)
        options.limits.maximumSide = Int(clamping: maximum_side)
        options.limits.maximumPixels = Int(clamping: maximum_pixels)
        options.limits.maximumFrames = Int(clamping: maximum_frames)
        options.limits.maximumAnimationPixels = Int(clamping: maximum_animation_pixels)
        options.colorProfile = keeps_profile != 0 ? .keep : .convertToSRGB
        options.allowsTruncated = allows_truncated != 0
        return options
    }
}

extension ImageHeader {
    /// The header from a helper's reply; nil if it is not valid.
    init?(_ reply: bc_box_reply, format: ImageFormat) {
        guard let orientation = ImageOrientation(rawValue: Int(reply.orientation)), reply.width > 0, reply.height > 0, reply.color <= 2
        else {
            return nil
        }
        self.format = format
        self.orientation = orientation
        storedSize = PixelSize(width: Int(reply.width), height: Int(reply.height))
        hasAlpha = reply.has_alpha != 0
        isAnimated = reply.is_animated != 0
        mayBeTransparent = reply.may_be_transparent != 0
        workingBytes = Int(clamping: reply.working_bytes)
        decodedPixels = Int(clamping: reply.decoded_pixels)
        previewSize = PixelSize(preview: reply.preview_width, reply.preview_height)
        isGray = reply.color == 1
        isCMYK = reply.color == 2
        isFragile = false
    }
}

extension bc_box_reply {
    mutating func set(_ info: AnimationInfo) {
        (width, height) = (UInt32(info.size.width), UInt32(info.size.height))
        has_alpha = info.hasAlpha ? 1 : 0
        working_bytes = UInt64(clamping: info.workingBytes)
        counts = (UInt64(clamping: info.frameCount), UInt64(clamping: info.loopCount), 0)
    }

    mutating func set(_ header: ImageHeader) {
        width = UInt32(header.storedSize.width)
        height = UInt32(header.storedSize.height)
        orientation = UInt32(header.orientation.rawValue)
        has_alpha = header.hasAlpha ? 1 : 0
        is_animated = header.isAnimated ? 1 : 0
        may_be_transparent = header.mayBeTransparent ? 1 : 0
        working_bytes = UInt64(clamping: header.workingBytes)
        decoded_pixels = UInt64(clamping: header.decodedPixels)
        preview_width = UInt32(clamping: header.previewSize?.width ?? 0)
        preview_height = UInt32(clamping: header.previewSize?.height ?? 0)
        color = header.isGray ? 1 : header.isCMYK ? 2 : 0
    }
}

extension bc_box_reply {
    /// The error in the reply; nil if there is none. Only codes that can occur when reading a picture are accepted, and only printable
    /// text.
    var error: BoundedCropError? {
        guard status != 0 else { return nil }
        let code = BoundedCropError.Code(rawValue: withUnsafeBytes(of: code, Self.text))
        let known: [BoundedCropError.Code] = [
            .malformedImage, .limitExceeded, .unsupportedFormat, .missingLibrary, .emptyFile, .invalidArgument,
        ]
        return BoundedCropError(known.contains(code) ? code : .malformedImage, withUnsafeBytes(of: message, Self.text))
    }

    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        let text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        return String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.properties.generalCategory.isShown }))
    }
}

extension Unicode.GeneralCategory {
    /// Excludes control characters and characters that affect how others are displayed.
    fileprivate var isShown: Bool {
        switch self {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        default: true
        }
    }
}
