import BoundedCrop
import Foundation
import TestSupport
import Testing

@Suite struct HaarCascadeDetectorTests {
    private static let models = Fixture.root.deletingLastPathComponent().appendingPathComponent("Models")
    private static let catFaces = models.appendingPathComponent("haarcascade_frontalcatface.xml").path

    @Test func findsTheFaceOfAPhoto() throws {
        let features = try HaarCascadeDetector().features(in: Fixture.source("photos/obama.jpg"), accuracy: .low)
        #expect(features.count == 1)
        #expect(features[0].kind == .face)
        #expect((0...1).contains(features[0].confidence))
        #expect(features[0].rectangle.intersectionOverUnion(Rect(x: 369, y: 83, width: 244, height: 338)) > 0.5)
    }

    @Test func cacheKeysIncludeModelKindAndName() throws {
        let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: Self.catFaces)))
        let eyes = Self.models.appendingPathComponent("haarcascade_frontalface_alt.xml").path
        let keys = try [
            HaarCascadeDetector().cacheKey, HaarCascadeDetector(cascade: bytes).cacheKey,
            HaarCascadeDetector(cascade: bytes, kind: .init(rawValue: "cat")).cacheKey,
            HaarCascadeDetector(cascade: bytes, name: "cats").cacheKey, HaarCascadeDetector(contentsOfFile: eyes).cacheKey,
            HaarCascadeDetector(cascade: [UInt8](Data(contentsOf: URL(fileURLWithPath: eyes)))).cacheKey,
        ]
        #expect(Set(keys).count == keys.count)
        #expect(try HaarCascadeDetector(cascade: bytes).cacheKey == keys[1])
    }

    private static let notCascades: [(String, [UInt8])] = [
        ("nothing", []),
        ("text", Array("this is no cascade".utf8)),
        ("a cut file", Array("<?xml version=\"1.0\"?>\n<opencv_storage>\n<cascade type_id=\"opencv-cascade-classifier\"><stageTy".utf8)),
        ("another storage", Array("<?xml version=\"1.0\"?>\n<opencv_storage>\n<answer>42</answer>\n</opencv_storage>".utf8)),
        ("an empty storage", Array("<?xml version=\"1.0\"?>\n<opencv_storage>\n</opencv_storage>".utf8)),
        ("zeroes", [UInt8](repeating: 0, count: 1000)),
        ("a picture", [0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0]),
    ]

    @Test(arguments: notCascades) func invalidBytesAreRefusedByName(what: String, bytes: [UInt8]) {
        let error = #expect(throws: BoundedCropError.self) { try HaarCascadeDetector(cascade: bytes, name: what) }
        #expect(error?.code == .unreadableModel)
        #expect(error?.message.contains(what) == true)
    }

    @Test(arguments: [
        ("no/such/cascade.xml", BoundedCropError.Code.fileNotFound), ("photos", .isDirectory), ("photos/obama.jpg", .unreadableModel),
        ("broken/empty.jpg", .unreadableModel),
    ])
    func aFileThatIsNotACascadeIsNamed(name: String, code: BoundedCropError.Code) {
        let error = #expect(throws: BoundedCropError.self) { try HaarCascadeDetector(contentsOfFile: Fixture.path(name)) }
        #expect(error?.code == code)
        #expect(error?.message.contains(Fixture.path(name)) == true)
    }

    @Test(arguments: ["edges/1x1.png", "edges/2x1.jpg", "edges/3000x8.jpg", "edges/8x3000.png", "edges/black_300x200.jpg"])
    func findsNothingInPicturesTooSmallForAFace(name: String) throws {
        for accuracy in DetectionAccuracy.allCases {
            let features = try HaarCascadeDetector().features(in: Fixture.source(name), accuracy: accuracy)
            #expect(features.isEmpty)
        }
    }

    /// One detector on many threads: each detection gets its own classifier.
    @Test(arguments: [2, 8]) func findsTheSameOnSeveralThreads(threads: Int) async throws {
        let detector = HaarCascadeDetector()
        let names = ["orientations/obama_1.jpg", "formats/obama_rgb8.png", "colour/astronaut_srgb.jpg", "metadata/subject_area.jpg"]
        let expected = try names.map { try detector.features(in: Fixture.source($0), accuracy: .low) }
        let pool = WorkerPool(threadCount: threads)
        try await withThrowingTaskGroup(of: (Int, [Feature]).self) { group in
            for round in 0..<16 {
                let index = round % names.count
                group.addTask {
                    (index, try await pool.run { _ in try detector.features(in: Fixture.source(names[index]), accuracy: .low) })
                }
            }
            for try await (index, features) in group { #expect(features == expected[index], "\(names[index])") }
        }
    }
}
