/// A size with a name, such as that of the picture which a network shows for a link.
///
/// ```swift
/// let request = CropPreset(named: "open-graph").map { CropRequest(.size($0.size)) }
/// ```
package struct CropPreset: Hashable, Sendable {
    /// Lowercase letters, digits and hyphens, such as `open-graph`.
    package let name: String
    /// Pixels of the crop.
    package let size: PixelSize
    /// What the size is for, in a few words.
    package let purpose: String
    /// Where the size was read; nil for a preset of one's own.
    package let source: String?
    /// The day on which the size was read there, such as `2026-11-24`; nil for a preset of one's own.
    package let checked: String?

    /// A preset of one's own.
    ///
    /// - Throws: `BoundedCropError` of kind `invalidArgument` if the name is not 1 to 64 lowercase letters, digits and hyphens, begins with a digit
    ///   or hyphen, or if a side is not 1 to 65,535 pixels.
    package init(name: String, size: PixelSize, purpose: String = "") throws {
        guard Self.isName(name) else {
            throw BoundedCropError(
                .invalidArgument,
                "“\(name)” is no name of a preset: use up to 64 lowercase letters, digits and hyphens, a letter first"
            )
        }
        guard Self.sides.contains(size.width), Self.sides.contains(size.height) else {
            throw BoundedCropError(.invalidArgument, "The preset \(name) is \(size): its sides are 1 to 65535 pixels")
        }
        self.init(name, size.width, size.height, purpose, source: nil, checked: nil)
    }

    init(_ name: String, _ width: Int, _ height: Int, _ purpose: String, source: String?, checked: String?) {
        self.name = name
        size = PixelSize(width: width, height: height)
        self.purpose = purpose
        self.source = source
        self.checked = checked
    }

    /// The standard preset of a name; nil if there is none.
    package init?(named name: String) {
        guard let preset = Self.standard.first(where: { $0.name == name }) else { return nil }
        self = preset
    }

    private static let sides = 1...65_535

    private static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, text.utf8.count <= 64 else { return false }
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        return letters.contains(first) && text.utf8.allSatisfy { letters.contains($0) || digits.contains($0) || $0 == UInt8(ascii: "-") }
    }
}

extension CropPreset {
    /// The preset of a name. Own ones come first, and may replace standard ones.
    ///
    /// - Throws: `invalidArgument`, which lists the names that there are.
    package static func named(_ name: String, own: [CropPreset]) throws -> CropPreset {
        guard let preset = own.first(where: { $0.name == name }) ?? CropPreset(named: name) else {
            throw BoundedCropError(.invalidArgument, "“\(name)” is none of \(names(own: own).joined(separator: ", "))")
        }
        return preset
    }

    /// The names of own and standard presets, each once.
    package static func names(own: [CropPreset]) -> [String] {
        let ownNames = Set(own.map(\.name))
        return own.map(\.name) + standard.map(\.name).filter { !ownNames.contains($0) }
    }
}

extension CropPreset {
    /// The sizes that the web, social networks and app stores ask for.
    ///
    /// Networks change them: ``source`` and `checked` say where and when each was read.
    package static let standard: [CropPreset] = [
        .of("open-graph", 1200, 630, "Link preview (og:image)", facebook),
        .of("x-card", 1200, 628, "Link preview on X", xGuide),
        .of("x-header", 1500, 500, "Header of a profile on X", list),
        .of("facebook-cover", 851, 315, "Cover of a profile or page on Facebook", list),
        .of("instagram-portrait", 1080, 1350, "Portrait post on Instagram, 4:5", overview),
        .of("instagram-square", 1080, 1080, "Square post on Instagram", overview),
        .of("story", 1080, 1920, "Story, reel or short, 9:16", overview),
        .of("linkedin-post", 1200, 627, "Post on LinkedIn", list),
        .of("linkedin-banner", 1584, 396, "Background of a profile on LinkedIn", list),
        .of("pinterest-pin", 1000, 1500, "Standard pin on Pinterest, 2:3", pinterest),
        .of("youtube-thumbnail", 1280, 720, "Thumbnail of a video on YouTube", youTubeSizes),
        .of("youtube-banner", 2560, 1440, "Banner of a channel on YouTube", youTube),
        .of("avatar", 400, 400, "Profile picture, enough for most networks", list),
        .of("avatar-large", 800, 800, "Profile picture on YouTube", youTubeSizes),
        .of("favicon", 48, 48, "Icon in a browser's tab", icons),
        .of("apple-touch-icon", 180, 180, "Home screen icon on iOS", icons),
        .of("web-app-icon", 512, 512, "Large icon of a web app's manifest", icons),
        .of("web-app-icon-small", 192, 192, "Small icon of a web app's manifest", icons),
        .of("app-store-icon", 1024, 1024, "Icon in Apple's App Store", stores),
        .of("google-play-icon", 512, 512, "Icon in Google Play", googlePlay),
    ]

    private static let facebook = "https://developers.facebook.com/docs/sharing/webmasters/images"
    private static let youTube = "https://developers.google.com/youtube/v3/docs/channelBanners/insert"
    private static let youTubeSizes = "https://image-compressor.uk/youtube-image-sizes"
    private static let pinterest = "https://www.ayrshare.com/docs/media-guidelines/pinterest"
    private static let list = "https://github.com/chuckreynolds/social-profile-image-sizes"
    private static let overview = "https://www.loopworker.com/blog/social-media-image-sizes-2026.html"
    private static let xGuide = "https://www.picovert.com/en/blog/image-size-for-twitter-x"
    private static let icons =
        "https://webspatial.dev/docs/development-guide/enabling-webspatial-in-web-projects/prerequisite-become-a-minimal-pwa/add-icon-files"
    private static let stores = "https://docs.replit.com/build/mobile-app-icon"
    private static let googlePlay = "https://developer.android.com/distribute/google-play/resources/icon-design-specifications"

    private static func of(_ name: String, _ width: Int, _ height: Int, _ purpose: String, _ source: String) -> CropPreset {
        CropPreset(name, width, height, purpose, source: source, checked: "2026-11-24")
    }
}

extension CropPreset {
    /// Parses a preset of one's own, such as `banner = 1200x400`.
    ///
    /// - Throws: `BoundedCropError` of kind `invalidArgument` for anything else.
    package init(_ text: String) throws {
        let lines = SettingLine.lines(of: text)
        guard lines.count == 1 else { throw Self.failure(text) }
        try self.init(lines[0])
    }

    /// Parses presets of one's own, one per line. Empty lines and lines that begin with `#` are comments.
    ///
    /// - Throws: `BoundedCropError` of kind `invalidArgument` that names the line, for a line that is no preset or a name that occurs twice.
    package static func list(_ text: String) throws -> [CropPreset] {
        var presets: [CropPreset] = []
        var names: Set<String> = []
        for line in SettingLine.lines(of: text) {
            do {
                let preset = try CropPreset(line)
                guard names.insert(preset.name).inserted else {
                    throw BoundedCropError(.invalidArgument, "the preset \(preset.name) occurs twice")
                }
                presets.append(preset)
            } catch let error as BoundedCropError {
                throw BoundedCropError(error.code, "line \(line.number): \(error.message)")
            }
        }
        return presets
    }

    private init(_ line: SettingLine) throws {
        guard let size = line.value.flatMap({ PixelSize($0) }) else {
            throw Self.failure(line.name + (line.value.map { " = \($0)" } ?? ""))
        }
        try self.init(name: line.name, size: size)
    }

    private static func failure(_ text: String) -> BoundedCropError {
        BoundedCropError(.invalidArgument, "“\(text)” is no preset: write a name and a size, such as banner = 1200x400")
    }
}
