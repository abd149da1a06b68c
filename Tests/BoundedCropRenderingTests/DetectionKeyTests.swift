import BoundedCrop
import BoundedCropRendering
import PictureSupport
import TestSupport
import Testing

@Suite struct DetectionKeyTests {
    private let renderer = ImageRenderer()

    private func key(
        _ instructions: String,
        content: String = "c",
        animates: Bool = false,
        _ options: DecodingOptions = DecodingOptions()
    )
        throws -> String?
    {
        let request = try RenderRequest(instructions)
        let source = try ImageSource(bytes: Fixture.flat(40, 40).bytes, options: options)
        return try renderer.detectionKey(source, request, content: content, animates: animates)
    }

    @Test(arguments: [
        "300x200/smart/a", "10x/smart/b", "meta/300x200/smart/a", "debug/300x200/smart/a", "fit-in/30x30/smart/a",
        "300x200/smart/filters:quality(10):padding(40%):grayscale()/a", "-300x-200/smart/filters:format(webp)/a",
    ])
    func `all sizes, aspects and effects of a picture need the same detection`(instructions: String) throws {
        #expect(try key(instructions) == key("smart/x"))
    }

    @Test func `whatever changes what is found changes the key`() throws {
        let instructions = [
            "smart/a", "trim/smart/a", "trim:bottom-right/smart/a", "trim:top-left:9/smart/a", "0x0:9x9/smart/a", "1x0:9x9/smart/a",
            "smart/filters:detector(haar)/a", "smart/filters:accuracy(high)/a",
        ]
        var keys = try instructions.map { try key($0) }
        keys += [try key("smart/a", content: "d"), try key("smart/a", animates: true)]
        #expect(Set(keys).count == keys.count && !keys.contains(nil))
        var keeping = DecodingOptions()
        keeping.colorProfile = .keep
        #expect(try key("smart/filters:strip_icc()/a", keeping) != key("smart/a", keeping))
    }

    @Test func `each frame of an animation has a key of its own`() throws {
        let keys = try [nil, 1, 2, 3].map { frame in
            var request = try RenderRequest("smart/a")
            request.output.frame = frame
            return try renderer.detectionKey(Fixture.flat(40, 40), request, content: "c", animates: false)
        }
        #expect(keys[0] == keys[1] && Set(keys).count == 3)
    }

    @Test(arguments: ["300x200/a", "300x200/smart/filters:focal(1x1:9x9)/a", "300x200/top/a"])
    func `where nothing is looked for there is no key`(instructions: String) throws {
        #expect(try key(instructions) == nil)
    }
}
