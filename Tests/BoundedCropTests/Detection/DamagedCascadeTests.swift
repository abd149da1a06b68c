import BoundedCrop
import Foundation
import PictureSupport
import TestSupport
import Testing

/// Cascades from untrusted files are either refused or usable for detection.
@Suite struct DamagedCascadeTests {
    private static let models = Fixture.package.appendingPathComponent("Models")

    private static func damaged(_ change: (inout TestCascade) -> Void) -> TestCascade {
        var cascade = TestCascade()
        change(&cascade)
        return cascade
    }

    private static func tree(_ nodes: String, _ leaves: String = "1 2 3") -> TestCascade {
        damaged { ($0.nodes, $0.leaves) = (nodes, leaves) }
    }

    private static func rectangles(_ rectangles: String..., tilted: String = "0") -> TestCascade {
        damaged { $0.features = [TestCascade.feature(rectangles: rectangles, tilted: tilted)] }
    }

    /// Part of the expected message, and the cascade.
    private static let refused: [(String, TestCascade)] = [
        ("feature type “HOG”", damaged { $0.featureType = "HOG" }),
        ("<width> contains 2;", damaged { $0.width = "2" }), ("<height> contains 257;", damaged { $0.height = "257" }),
        ("<height> contains 2147483647", damaged { $0.height = "2147483647" }), ("<width> contains too few", damaged { $0.width = "NaN" }),
        ("<width> contains -20", damaged { $0.width = "-20" }), ("<width> contains too many", damaged { $0.width = "20 20" }),
        ("<maxCatCount> contains 256", damaged { $0.categories = "256" }),
        ("<stageThreshold> contains too few", damaged { $0.threshold = "" }),
        ("<stageThreshold> contains too few", damaged { $0.threshold = "nan" }),
        ("<stageThreshold> contains too few", damaged { $0.threshold = "1e39" }),
        ("no stages", damaged { $0.stages = 0 }),
        ("contains 0;", damaged { $0.features = [] }),
        ("<internalNodes> contains 1;", tree("0 -1 1 0.1", "1 2")), ("<internalNodes> contains -1;", tree("0 -1 -1 0.1", "1 2")),
        ("<internalNodes> contains too few", tree("0 -1 0", "1 2")), ("<internalNodes> contains too few", tree("0 -1 0 0.1 0", "1 2")),
        ("a tree without nodes", tree("", "1")),
        ("node 0 of a tree of 1 points to -2", tree("0 -2 0 0.1", "1 2")), ("points to 1", tree("1 -1 0 0.1", "1 2")),
        ("points to -2147483648", tree("-2147483648 0 0 0.1", "1 2")),
        ("node 1 of a tree of 2 points to 1", tree("1 -2 0 0.1 1 -1 0 0.1")),
        ("<leafValues> contains too few", tree("0 -1 0 0.1", "1")), ("<leafValues> contains too many", tree("0 -1 0 0.1", "1 2 3")),
        ("<leafValues> contains too few", tree("0 -1 0 0.1", "1 inf")),
        ("a feature has 1 rectangles", rectangles("0 0 4 4 1")),
        ("a feature has 4 rectangles", rectangles("0 0 4 4 1", "0 0 4 4 1", "0 0 4 4 1", "0 0 4 4 1")),
        ("outside the window", rectangles("0 0 4 4 1", "17 0 4 4 1")), ("outside the window", rectangles("0 0 4 4 1", "0 17 4 4 1")),
        ("<_> contains -1;", rectangles("0 0 4 4 1", "-1 0 4 4 1")), ("<_> contains 0;", rectangles("0 0 4 4 1", "0 0 0 4 1")),
        ("<_> contains too few", rectangles("0 0 4 4 1", "0 0 4 4")), ("<_> contains too few", rectangles("0 0 4 4 1", "0 0 4 4 nan")),
        ("<tilted> contains 2;", rectangles("0 0 4 4 1", "0 0 4 4 1", tilted: "2")),
        ("outside the window", rectangles("4 0 4 4 1", "3 0 4 4 1", tilted: "1")),
        ("outside the window", rectangles("4 0 4 4 1", "4 13 4 4 1", tilted: "1")),
    ]

    @Test(arguments: refused) func areRefusedWithAReason(words: String, cascade: TestCascade) {
        expectError(.unreadableModel, saying: words) { _ = try HaarCascadeDetector(cascade: cascade.bytes) }
    }

    private static let usable = [
        TestCascade(), TestCascade.patterns, tree("1 -2 0 0.1 0 -1 0 0.1"), rectangles("0 0 20 20 -1", "0 0 10 20 2", "0 0 1 1 0"),
        rectangles("10 0 5 5 -1", "10 0 10 10 1e38", tilted: "1"), damaged { $0.threshold = "3e38" }, damaged { $0.stages = 1 },
        damaged { ($0.width, $0.height) = ("256", "10") },
    ]

    @Test(arguments: usable) func validCascadesAreUsable(cascade: TestCascade) throws {
        let detector = try HaarCascadeDetector(cascade: cascade.bytes)
        _ = try detector.features(in: Self.noise(side: 48), accuracy: .low)
    }

    /// Every pair of hits is compared; this one would have hits everywhere.
    @Test func aCascadeThatMatchesEverywhereIsAnError() throws {
        let detector = try HaarCascadeDetector(cascade: TestCascade().bytes)
        expectError(.detectionFailed, saying: "too many hits") {
            _ = try detector.features(in: Self.noise(side: 480), accuracy: .high)
        }
    }

    @Test(arguments: ["%YAML:1.0\n---\ncascade:\n   stageType: BOOST\n", "{\"cascade\": {\"stageType\": \"BOOST\"}}"])
    func onlyXMLIsAccepted(text: String) {
        expectError(.unreadableModel, saying: "not an XML file") { _ = try HaarCascadeDetector(cascade: Array(text.utf8)) }
    }

    @Test func entitiesDepthAndSizeAreLimited() {
        let entity = "<!DOCTYPE a [<!ENTITY b \"c\">]><opencv_storage>&b;</opencv_storage>"
        expectError(.unreadableModel, saying: "entities") { _ = try HaarCascadeDetector(cascade: Array(entity.utf8)) }
        let deep = String(repeating: "<a>", count: 100_000)
        expectError(.unreadableModel, saying: "too deeply nested elements") { _ = try HaarCascadeDetector(cascade: Array(deep.utf8)) }
        let large = [UInt8](repeating: 0x20, count: 17 << 20)
        expectError(.unreadableModel, saying: "larger than 16 MB") { _ = try HaarCascadeDetector(cascade: large) }
    }

    private static func noise(side: Int) throws -> PixelBuffer {
        var generator = SeededGenerator(seed: 5)
        return try generator.picture(PixelSize(width: side, height: side))
    }

    private static let files = ["frontalface_alt", "frontalface_alt2", "profileface", "frontalcatface"]
    private static let oddNumbers = [
        "-1", "2147483647", "2147483648", "-2147483648", "NaN", "inf", "1e300", "-1e300", "0", "", "1 2", "5e-324",
    ]

    /// Changes, duplicates and removes bytes, numbers and elements of real cascades.
    @Test(arguments: files) func mutatedCascadesAreRefusedOrUsable(name: String) throws {
        let file = try String(contentsOf: Self.models.appendingPathComponent("haarcascade_\(name).xml"), encoding: .utf8)
        // The license before it is not part of the cascade.
        let original = Array(file[try #require(file.range(of: "<opencv_storage>")).lowerBound...].utf8)
        let picture = try Self.noise(side: 32)
        var generator = SeededGenerator(seed: 13)
        var accepted = 0
        for _ in 0..<60 {
            var bytes = original
            for _ in 0..<Int.random(in: 1...2, using: &generator) { Self.mutate(&bytes, &generator) }
            do {
                _ = try HaarCascadeDetector(cascade: bytes).features(in: picture, accuracy: .low)
                accepted += 1
            } catch let error as BoundedCropError {
                #expect(error.code == .unreadableModel || error.code == .detectionFailed, "\(error)")
            }
        }
        // Otherwise the test would not cover detection.
        #expect(accepted > 3)
    }

    private static func mutate(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        let end = min(place + 400, bytes.count)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1:
            guard let first = bytes[place..<end].firstIndex(where: { (0x30...0x39).contains($0) }),
                let last = bytes[first..<end].firstIndex(where: { $0 <= 0x20 || $0 == 0x3C })
            else { return }
            bytes.replaceSubrange(first..<last, with: Array(generator.pick(oddNumbers).utf8))
        case 2:
            guard let element = element(in: bytes[place...]) else { return }
            bytes.removeSubrange(element)
        default:
            guard let element = element(in: bytes[place...]) else { return }
            bytes.insert(contentsOf: bytes[element], at: element.lowerBound)
        }
    }

    private static func element(in bytes: ArraySlice<UInt8>) -> Range<Int>? {
        let near = bytes.prefix(2000)
        guard let start = near.firstRange(of: Array("<_>".utf8)) else { return nil }
        return near[start.upperBound...].firstRange(of: Array("</_>".utf8)).map { start.lowerBound..<$0.upperBound }
    }
}
