import BoundedCrop
import Foundation
import TestSupport
import Testing

/// The output of `--json` can be decoded into the types that print it.
@Suite struct RecordTests {
    @Test(arguments: [
        "photos/obama.jpg", "photos/rocket.jpg",
    ])
    func aCropIsDecodedAsItWasEncoded(name: String) throws {
        let source = try Fixture.source(name)
        let cropper = BlockingCropper()
        let plan = try cropper.plan(source, for: CropRequest(width: 300, height: 200))
        let output = OutputRecord(file: "a/b.jpg", size: PixelSize(width: 300, height: 200), format: .jpeg, bytes: 12_345)
        for output in [output, nil] {
            let record = CropRecord(
                file: "a.jpg",
                orientation: source.header.orientation,
                detector: cropper.detector.name,
                accuracy: .low,
                plan: plan,
                output: output
            )
            let data = try JSONEncoder().encode(record)
            let read = try JSONDecoder().decode(CropRecord.self, from: data)
            let objects = try [data, JSONEncoder().encode(read)].map { try JSONSerialization.jsonObject(with: $0) as? NSDictionary }
            #expect(objects[0] == objects[1] && objects[0] != nil)
            #expect(read.plan.crop == plan.crop && read.plan.aspect == plan.aspect && read.plan.reason == plan.reason)
            #expect(read.output == output)
            #expect(read.plan.features.map(\.kept) == plan.features.map(\.kept))
            #expect(try cropper.render(read.plan, of: source, scaledTo: PixelSize(width: 300, height: 200)).pixels.size.width == 300)
        }
    }

    @Test func aDetectionIsDecodedAsItWasEncoded() throws {
        let features = [Feature(Rect(x: 1.25, y: 2, width: 30, height: 40), confidence: 0.875)]
        let record = DetectionRecord(
            file: "a.jpg",
            size: PixelSize(width: 640, height: 480),
            orientation: .up,
            detector: "yunet",
            accuracy: .high,
            features: features
        )
        let data = try JSONEncoder().encode(record)
        #expect(try JSONDecoder().decode(DetectionRecord.self, from: data) == record)
        #expect(record.features.map(\.feature) == features)
        #expect(String(decoding: data, as: UTF8.self).contains("\"fallback\":null"))
    }

    @Test(arguments: ["{}", "[]", "{\"file\":\"a.jpg\",\"error\":{\"code\":\"malformedImage\",\"message\":\"x\"}}"])
    func otherDocumentsAreNotDecoded(text: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(CropRecord.self, from: Data(text.utf8)) }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(DetectionRecord.self, from: Data(text.utf8)) }
    }
}
