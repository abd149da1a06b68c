import BoundedCrop
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct AcceptHeaderTests {
    @Test(arguments: [
        (nil, false), ("", false), ("*/*", false), ("image/*", false), ("image/webp", true), ("image/avif,image/webp,*/*;q=0.8", true),
        ("image/webp;q=0", false), ("image/webp;q=0.5, image/jpeg", false), ("image/webp;q=0.5, image/jpeg;q=0.5", true),
        ("image/webp; q=0.9 , image/*;q=0.8", true), ("image/webp;q=0.7,*/*", false), ("IMAGE/WEBP", true), ("image/webp;q=high", false),
        ("image/webp;q=7", true), ("text/html, image/jpeg", false), (",;,q=1", false),
    ])
    func `WebP is used if it is accepted by name with at least the same quality`(accept: String?, isWebP: Bool) {
        #expect(AcceptHeader(accept, offering: [.webp]).formats(for: .jpeg).first == (isWebP ? .webp : .jpeg), "\(accept ?? "nil")")
    }

    @Test(arguments: [
        ("image/avif,image/webp,*/*;q=0.8", ImageFormat.avif), ("image/webp,image/avif", .avif), ("image/avif;q=0.5,image/webp", .webp),
        ("image/webp", .webp), ("image/avif", .avif), ("image/*", .png), ("image/avif;q=0.5,image/webp;q=0.5,image/png", .png),
        ("image/avif;q=0,image/webp", .webp),
    ])
    func `AVIF comes before WebP, and both before the own format`(accept: String, chosen: ImageFormat) {
        #expect(AcceptHeader(accept, offering: [.avif, .webp]).formats(for: .png).first == chosen)
    }

    @Test(arguments: [
        ("image/jxl,image/avif,image/webp,*/*", ImageFormat.jxl), ("image/avif,image/webp,*/*", .avif), ("*/*", .jpeg),
        ("image/*", .jpeg), ("image/jxl;q=0,image/webp", .webp), ("image/jxl;q=0.5,image/webp", .webp), ("IMAGE/JXL", .jxl),
        ("image/jxl2,image/xjxl", .jpeg),
    ])
    func `JPEG XL is answered to clients that name it`(accept: String, chosen: ImageFormat) {
        #expect(AcceptHeader(accept, offering: [.jxl, .avif, .webp]).formats(for: .jpeg).first == chosen)
    }

    @Test func `offers come in the order of the setting`() throws {
        let accept = "image/avif,image/webp,image/jxl"
        for (order, chosen) in [("webp,jxl", ImageFormat.webp), ("jxl, avif,webp", .jxl), ("avif", .avif), ("", .png)] {
            var configuration = ServiceConfiguration()
            try ServiceSettings.set("formats", order, in: &configuration)
            #expect(AcceptHeader(accept, offering: configuration.formats).formats(for: .png).first == chosen, "\(order)")
        }
    }

    /// An older libavif does not say how often an animation is shown.
    @Test func `an animation is answered with a format that says how often it is shown`() {
        let header = AcceptHeader("image/avif,image/webp,*/*", offering: [.avif, .webp])
        let isAVIF = AnimationWriter.writesLoopCounts(.avif)
        #expect(header.formats(for: .gif, isAnimated: true).first == (isAVIF ? .avif : .webp))
        #expect(AcceptHeader("image/avif", offering: [.avif, .webp]).formats(for: .gif, isAnimated: true).first == (isAVIF ? .avif : .gif))
    }

    /// Not every browser shows it, and those that do say so.
    @Test(arguments: [
        (nil, false, false, ImageFormat.jpeg), ("*/*", false, false, .jpeg), ("image/*", true, false, .png), ("image/*", true, true, .webp),
        ("image/jxl,*/*", true, false, .jxl), ("image/jxl;q=0,*/*", false, false, .jpeg), ("image/jxl", true, true, .jxl),
        ("image/webp,image/jxl;q=0.5", false, false, .webp),
    ])
    func `JPEG XL is answered only if it is named`(accept: String?, hasAlpha: Bool, isAnimated: Bool, chosen: ImageFormat) {
        let header = AcceptHeader(accept, offering: [.webp])
        #expect(header.formats(for: .jxl, hasAlpha: hasAlpha, isAnimated: isAnimated).first == chosen)
    }

    @Test(arguments: [
        ("image/avif,image/webp,*/*;q=0.8", ImageFormat.png, [ImageFormat.avif, .webp, .png]),
        ("image/webp,image/avif;q=0.9,*/*;q=0.8", .png, [.webp, .avif, .png]),
        ("image/avif,image/webp;q=0.5,*/*;q=0.8", .png, [.avif, .png]), ("image/webp,image/avif", .webp, [.avif, .webp]),
        ("image/jxl", .jxl, [.jxl, .jpeg]), ("*/*", .jxl, [.jpeg]), ("*/*", .gif, [.gif]),
    ])
    func `what does not fit into a format has the next that is accepted, and the own one at last`(
        accept: String,
        own: ImageFormat,
        formats: [ImageFormat]
    ) {
        let header = AcceptHeader(accept, offering: [.avif, .webp])
        #expect(header.formats(for: own) == formats)
        #expect(header.mayChoose == (accept != "*/*"))
    }

    @Test func `the most specific range determines the quality`() {
        let header = AcceptHeader("image/*;q=0.4, image/png;q=0.2, */*;q=0.9", offering: [])
        #expect(header.quality(of: .png) == 0.2)
        #expect(header.quality(of: .jpeg) == 0.4)
        #expect(AcceptHeader("text/html", offering: []).quality(of: .jpeg) == 0)
        #expect(AcceptHeader("image/png;q=nan", offering: []).quality(of: .png) == 0)
        #expect(AcceptHeader(nil, offering: []).quality(of: .jpeg) == 1)
    }

    @Test func `headers with the same choice share a cache key`() {
        let key = { AcceptHeader($0, offering: [.avif, .webp]).cacheKey }
        #expect(key("image/webp,*/*;q=0.8") == key("image/heic,image/webp"))
        #expect(Set(["image/webp,*/*;q=0.8", "*/*", "image/avif,image/webp", "image/avif"].map(key)).count == 4)
    }
}
