import BoundedCrop
import BoundedCropRendering
import Testing

@Suite(.timeLimit(.minutes(15))) struct RenderKeyTests {
    private func key(
        _ text: String,
        content: String = "c",
        pictures: [String: String] = [:],
        format: ImageFormat? = nil,
        _ renderer: ImageRenderer = ImageRenderer(detector: FixedFeatureDetector([]))
    ) throws -> String {
        let request = try RenderRequest(text)
        return try renderer.cacheKey(request, content: content, pictures: pictures, format: format)
    }

    @Test func `anything that changes the bytes changes the key`() throws {
        var settings = RenderSettings()
        settings.quality = 20
        let plain = "300x200/smart/a.jpg"
        let mark = "filters:watermark(w,0,0,0)/a.jpg"
        let keys = try [
            key(plain), key("300x201/smart/a.jpg"), key("300x200/a.jpg"),
            key("300x200/smart/filters:blur(1)/a.jpg"),
            key(plain, content: "d"), key(plain, format: .webp), key(plain, format: .png),
            key(plain, ImageRenderer(detector: FixedFeatureDetector([Rect(x: 0, y: 0, width: 1, height: 1)]))),
            key(plain, ImageRenderer(detector: FixedFeatureDetector([]), settings: settings)),
            key("300x200/smart/filters:detector(haar)/a.jpg"),
            key("300x200/smart/filters:placeholder()/a.jpg"), key("meta/300x200/smart/filters:placeholder()/a.jpg"),
            key("meta/" + plain), key("debug/" + plain), key(mark, pictures: ["w": "1"]), key(mark, pictures: ["w": "2"]),
        ]
        #expect(Set(keys).count == keys.count)
    }

    @Test func `equal requests have the same key however they are written`() throws {
        #expect(try key("300x200/smart/a.com/b.jpg") == key("300x200/smart/a.com%2Fb.jpg"))
        #expect(try key("filters:format(png)/a.jpg", format: .webp) == key("filters:format(png)/a.jpg"))
        #expect(try key("filters:max_age(9)/a.jpg") == key("a.jpg"))
        #expect(try key("9x9/filters:upscale():blur(2)/a.jpg") == key("9x9/filters:blur(2):no_upscale():upscale()/a.jpg"))
    }
}
