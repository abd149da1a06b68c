import BoundedCrop
import BoundedCropService
import Foundation
import PictureSupport
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct MetadataRecordTests {
    private func json(_ text: String) throws -> String {
        let url = try ImageURL(instructions: text)
        let source = try Fixture.flat(800, 600)
        let renderer = ImageRenderer(detector: FixedFeatureDetector([Feature(Rect(x: 100, y: 50, width: 40, height: 60), confidence: 0.9)]))
        let plan = try RenderJob(renderer, source).plan(url.request()).plan
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(
            decoding: try encoder.encode(MetadataRecord(image: url.image, header: source.header, frameCount: 1, plan: plan)),
            as: UTF8.self
        )
    }

    @Test func `operations are described as thumbor does`() throws {
        let operations = """
            [{"bottom":120,"left":10,"right":210,"top":20,"type":"crop"},{"bottom":100,"left":50,"right":150,"top":0,"type":"crop"},\
            {"height":50,"type":"resize","width":50},{"type":"flip_horizontally"},{"type":"flip_vertically"}]
            """
        let points = #"[{"height":1,"origin":"alignment","width":1,"x":100,"y":50,"z":1}]"#
        #expect(
            try json("meta/10x20:210x120/-50x-50/a.com/b.jpg") == """
                {"thumbor":{"focal_points":\(points),"operations":\(operations),\
                "source":{"frameCount":1,"height":600,"url":"a.com/b.jpg","width":800},"target":{"height":50,"width":50}}}
                """
        )
    }

    @Test func `a smart crop is also described as the command does`() throws {
        let text = try json("meta/300x600/smart/a.jpg")
        let points = #""focal_points":[{"height":60,"origin":"face","width":40,"x":120,"y":80,"z":2400}]"#
        #expect(text.contains(points))
        let feature = #""features":[{"confidence":0.9,"height":60,"kept":true,"kind":"face","width":40,"x":100,"y":50}]"#
        #expect(text.contains(feature))
        #expect(text.contains(#""crop":{"height":600,"width":300,"x":0,"y":0}"#))
        #expect(text.contains(#""detector":"regions""#))
    }
}
