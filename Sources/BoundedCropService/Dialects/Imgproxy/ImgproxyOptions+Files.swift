internal import BoundedCrop

extension ImgproxyOptions {
    /// The options for the file and the answer.
    static let files: [(names: [String], reader: Reader)] = [
        (["quality", "q"], { $0.quality = try integer($1, in: 0...100) }),
        (["format_quality", "fq"], { try $0.formatQuality($1) }),
        (["max_bytes", "mb"], { $0.maximumBytes = try integer($1, in: 0...Int.max) }),
        (["format", "f", "ext"], { try $0.format($1) }),
        (["strip_metadata", "sm"], { $0.stripsMetadata = try flag($1) }),
        (["keep_copyright", "kcr"], { $0.keepsCopyright = try flag($1) }),
        (["strip_color_profile", "scp"], { $0.stripsProfile = try flag($1) }),
        (["disable_animation", "da"], { $0.isStill = try flag($1) }),
        (["skip_processing", "skp"], { try $0.skip($1) }),
        (["raw"], { $0.isRaw = try flag($1) }),
        (["cachebuster", "cb"], { try $1.check(count: 1...1) }),
        (["expires", "exp"], { $0.expiry = try integer($1, in: 0...OutputFilters.latestExpiry) }),
        (["filename", "fn"], { try $0.fileName($1) }),
        (["return_attachment", "att"], { $0.isAttachment = try flag($1) }),
        (["hashsum", "hs"], { if $1.arguments[0] != "none" { throw $1.failure("cannot be checked here") } }),
    ]

    private static func integer(_ option: ImgproxyOption, in range: ClosedRange<Int>) throws -> Int {
        try option.check(count: 1...1)
        return try option.integer(0, in: range)
    }

    /// The names of formats in filters, by imgproxy's; nil is the best one that the client accepts.
    private static let formats: [String: String?] = [
        "jpg": "jpeg", "jpeg": "jpeg", "png": "png", "webp": "webp", "avif": "avif", "gif": "gif", "best": nil,
    ]
    /// The formats that imgproxy also has.
    private static let otherFormats: Set = ["jxl", "ico", "svg", "heic", "bmp", "tif", "tiff", "pdf", "psd", "mp4", "video"]

    private mutating func format(_ option: ImgproxyOption) throws {
        try option.check(count: 1...1)
        try setFormat(option.arguments[0]) { option.failure($0) }
    }

    /// Sets the format of the extension at the end of a URL.
    mutating func setFormat(fileExtension: String) throws {
        try setFormat(fileExtension) { BoundedCropError(.invalidURL, "the extension “\(fileExtension)” \($0)") }
    }

    private mutating func setFormat(_ name: String, failure: (String) -> BoundedCropError) throws {
        guard let format = Self.formats[name] else {
            throw failure("is not an output format: there are jpg, png, webp, avif, gif and best")
        }
        self.format = format
    }

    private mutating func formatQuality(_ option: ImgproxyOption) throws {
        guard option.arguments.count % 2 == 0 else { throw option.failure("needs a quality for each format") }
        for index in stride(from: 0, to: option.arguments.count, by: 2) {
            let name = option.arguments[index]
            let quality = try option.integer(index + 1, in: 1...100)
            if let format = Self.formats[name] ?? nil {
                formatQualities[format] = quality
            } else if !Self.otherFormats.contains(name) {
                throw option.failure("has no format “\(name)”")
            }
        }
    }

    private mutating func skip(_ option: ImgproxyOption) throws {
        for name in option.arguments where !name.isEmpty {
            if let format = Self.formats[name] ?? nil {
                skippedFormats.insert(format)
            } else if !Self.otherFormats.contains(name) {
                throw option.failure("has no format “\(name)”")
            }
        }
    }

    private mutating func fileName(_ option: ImgproxyOption) throws {
        try option.check(count: 1...2)
        let name = try option.flag(1) ? try option.base64(0) : option.arguments[0]
        let isPlain = name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0 != "/" && $0 != "\\" }
        // Other parentheses would end the filter early.
        var depth = 0
        let isBalanced = name.utf8.allSatisfy { byte in
            depth += byte == UInt8(ascii: "(") ? 1 : byte == UInt8(ascii: ")") ? -1 : 0
            return depth >= 0
        }
        guard isPlain, isBalanced, depth == 0, name.utf8.count <= 255 else {
            throw option.failure("needs a name of at most 255 bytes, without slashes, and with all parentheses closed")
        }
        fileName = name.isEmpty ? nil : name
    }
}
