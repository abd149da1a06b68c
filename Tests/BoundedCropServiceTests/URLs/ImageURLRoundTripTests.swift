import BoundedCrop
import BoundedCropService
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct ImageURLRoundTripTests {
    @Test func `written URLs are parsed as the same`() throws {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<3000 {
            let url = Self.random(using: &generator)
            #expect(try ImageURL(instructions: url.description) == url, "\(url)")
            #expect(RequestPath("/unsafe/\(url)").instructions == url.description)
        }
    }

    @Test func `parsing and writing once normalizes a URL`() throws {
        var generator = SeededGenerator(seed: 4)
        var read = 0
        for _ in 0..<20_000 {
            guard let url = try? ImageURL(instructions: Self.noise(using: &generator)) else { continue }
            read += 1
            let again = try ImageURL(instructions: url.description)
            #expect(again == url)
            #expect(again.description == url.description)
        }
        #expect(read > 5000)
    }

    @Test func `no input causes a crash`() throws {
        var generator = SeededGenerator(seed: 5)
        let signer = try URLSigner(keys: ["key", "other"])
        for _ in 0..<5000 {
            let text = Self.noise(using: &generator)
            let path = RequestPath(text)
            _ = signer.signedInstructions(of: path)
            guard let url = try? ImageURL(instructions: path.instructions) else { continue }
            _ = (url.imageURL, url.extractingFocalRegion())
            guard let asked = try? DialectRequest(url) else { continue }
            _ = asked.request.pictureNames
            // What is written is read as the same request, but for decimals.
            guard let written = try? asked.thumborURL() else { continue }
            #expect((try? DialectRequest(written).thumborURL()) == written, "\(written)")
        }
    }

    /// Pieces of URLs with random bytes between them.
    private static func noise(using generator: inout SeededGenerator) -> String {
        let pieces = [
            "/", "/", "/", "unsafe", "debug", "meta", "trim", ":", "10", "x", "-", "orig", "fit-in", "full-", "adaptive-", "300x200",
            "left",
            "top", "smart", "filters:", "blur(", ")", "(", ",", "3", "http:/", "http://", "a.com", "b.jpg", "%3F", "?", "%", "%2", "%C3%A4",
            "%FF",
            "#", " ", "ä", "watermark(", "focal(1x2:3x4)", "1x2:3x4", "8ammJH8D-7tXy6kU3lTvoXlhu4o=", "99999999999999999999",
            "curve([(0,0)])",
            "round_corner(1|2,3,4,5)", "extract_focal()", "\u{0}", "convolution(1;2,", "e9", "padding(20%)", "\u{1F600}",
        ]
        let count = Int.random(in: 0...14, using: &generator)
        return (0..<count).map { _ in
            if Int.random(in: 0..<12, using: &generator) == 0 {
                return String(decoding: [UInt8.random(in: 0...255, using: &generator)], as: UTF8.self)
            }
            return generator.pick(pieces)
        }.joined()
    }

    private static func random(using generator: inout SeededGenerator) -> ImageURL {
        func flag() -> Bool { Bool.random(using: &generator) }
        func dimension() -> RenderRequest.Dimension {
            generator.pick([.pixels(Int.random(in: 1...65_535, using: &generator)), .proportional, .original])
        }
        var url = ImageURL(
            image: generator.pick(["a.jpg", "http://a.com/b c.jpg?x=1&y=%20", "ä/#1(2).jpg", "a%2Fb", "b//y", "filters", "?"])
        )
        (url.isDebug, url.isMeta, url.isSmart) = (flag(), flag(), flag())
        if flag() {
            url.trim = .init(corner: generator.pick([.topLeft, .bottomRight]), tolerance: Int.random(in: 0...442, using: &generator))
            url.trim?.measure = generator.pick([.distance, .channels])
            if generator.pick([true, false]) { url.trim = .init(tolerance: 7, color: Color(red: 0.2, green: 0.4, blue: 1)) }
        }
        if flag() {
            let (left, top) = (Int.random(in: 0...999, using: &generator), Int.random(in: 0...999, using: &generator))
            url.manualCrop = .init(left: left, top: top, right: left + 7, bottom: top + 9)
        }
        if flag() { url.fitIn = .init(isAdaptive: flag(), isFull: flag()) }
        if flag() {
            url.dimensions = .init(width: dimension(), height: dimension(), flipsHorizontally: flag(), flipsVertically: flag())
        }
        if flag() { url.horizontalAlignment = generator.pick(RenderRequest.HorizontalAlignment.allCases) }
        if flag() { url.verticalAlignment = generator.pick(RenderRequest.VerticalAlignment.allCases) }
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            let arguments = generator.pick(["", "3", "http://a.com/w(1)/b.png?x,10p,-3,50", "20%", "ä;1", "[(0,0),(255,255)]"])
            url.filters.append(FilterCall(name: generator.pick(["blur", "watermark", "no_upscale", "x-1"]), argumentText: arguments))
        }
        return url
    }
}
