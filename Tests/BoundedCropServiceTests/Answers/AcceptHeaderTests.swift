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
        #expect(AcceptHeader(accept).format(for: .jpeg) == (isWebP ? .webp : .jpeg), "\(accept ?? "nil")")
    }

    @Test func `the most specific range determines the quality`() {
        let header = AcceptHeader("image/*;q=0.4, image/png;q=0.2, */*;q=0.9")
        #expect(header.quality(of: .png) == 0.2)
        #expect(header.quality(of: .jpeg) == 0.4)
        #expect(AcceptHeader("text/html").quality(of: .jpeg) == 0)
        #expect(AcceptHeader("image/png;q=nan").quality(of: .png) == 0)
        #expect(AcceptHeader(nil).quality(of: .jpeg) == 1)
    }

    @Test func `headers with the same choice share a cache key`() {
        #expect(AcceptHeader("image/webp,*/*;q=0.8").cacheKey == AcceptHeader("image/avif,image/webp").cacheKey)
        #expect(AcceptHeader("image/webp,*/*;q=0.8").cacheKey != AcceptHeader("*/*").cacheKey)
    }
}
