extension CropPreset {
    /// The sizes that the web, social networks and app stores ask for.
    ///
    /// Networks change them: ``source`` and ``checked`` say where and when each was read.
    public static let standard: [CropPreset] = [
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
