import BoundedCrop
import Foundation
import TestSupport
import Testing

@testable import BoundedCropService

/// Plans made of the JSON of a detection, where landmarks matter.
@Suite(.timeLimit(.minutes(15))) struct LandmarkPlanTests {
    /// A face that lies on its side, the top of the head to the right.
    private static let face = Feature(
        Rect(x: 130, y: 29, width: 86, height: 80),
        landmarks: Landmarks(
            rightEye: Point(x: 190, y: 50.004),
            leftEye: Point(x: 190, y: 90),
            noseTip: Point(x: 165, y: 70),
            rightMouthCorner: Point(x: 150, y: 55),
            leftMouthCorner: Point(x: 150, y: 85)
        )
    )

    private func plan(_ text: String?) throws -> [String: Any] {
        let answer = try JSONSerialization.jsonObject(with: Data((text ?? "").utf8)) as? [String: Any]
        return try #require((answer?["plans"] as? [[String: Any]])?.first)
    }

    @Test(arguments: ["auto-rotate=true", "placement=thirds", "placement=headroom&auto-rotate=true"])
    func `a detection is planned like its picture`(_ option: String) async throws {
        let service = try await RunningService { $0.detector = FixedFeatureDetector([Self.face]) }
        let photo = try [UInt8](Data(contentsOf: Fixture.root.appendingPathComponent("orientations/obama_1.jpg")))
        let own = try plan(try await service.post("/crop?size=60x80&plan&\(option)", photo).text)
        let found = try await service.post("/detect", photo)
        let planned = try plan(try await service.post("/plan?size=60x80&\(option)", found.body).text)
        #expect((own["turn"] as? Int ?? 0) != 0)
        for name in ["crop", "turn", "outputTurn", "placement", "features"] {
            #expect(own[name] as? NSObject == planned[name] as? NSObject, "\(name)")
        }
        let landmarks = try #require((own["features"] as? [[String: Any]])?.first?["landmarks"] as? [String: [String: Double]])
        #expect(landmarks["rightEye"] == ["x": 190, "y": 50] && landmarks.count == 5)
    }

    /// With landmarks, they would be about 350 bytes each.
    @Test func `the header has room for fifteen faces, without their landmarks`() async throws {
        let faces = (0..<15).map { number in
            var face = Self.face.scaled(x: 0.1, y: 0.1).moved(x: 3.25 + 13.37 * Double(number), y: 40.12)
            face.confidence = 0.987
            return face
        }
        let service = try await RunningService { $0.detector = FixedFeatureDetector(faces) }
        let photo = try [UInt8](Data(contentsOf: Fixture.root.appendingPathComponent("orientations/obama_1.jpg")))
        let answers = [
            try await service.post("/crop?size=60x80", photo), try await service.get("/unsafe/60x80/smart/orientations/obama_1.jpg"),
        ]
        for answer in answers {
            let header = try #require(answer["x-boundedcrop-plan"])
            let plan = try #require(JSONSerialization.jsonObject(with: Data(header.utf8)) as? [String: Any])
            let features = try #require(plan["features"] as? [[String: Any]])
            #expect(features.count == 15 && features.allSatisfy { $0["landmarks"] == nil && $0["roll"] != nil })
        }
        for path in ["/crop?size=60x80&plan", "/crop?size=60x80&plan&auto-rotate=true"] {
            let features = try plan(try await service.post(path, photo).text)["features"] as? [[String: Any]]
            #expect(features?.count == 15 && features?.allSatisfy { $0["landmarks"] != nil } == true)
        }
    }

    @Test(arguments: ["1e300", "-1e10", "1e999", "null", "\"5\""]) func `impossible landmarks are refused`(_ number: String) async throws {
        let service = try await RunningService()
        let names = ["rightEye", "leftEye", "noseTip", "rightMouthCorner", "leftMouthCorner"]
        let points = names.map { "\"\($0)\":{\"x\":\(number),\"y\":5}" }.joined(separator: ",")
        let feature = "{\"x\":1,\"y\":1,\"width\":5,\"height\":5,\"landmarks\":{\(points)}}"
        let reply = try await service.post("/plan?size=9x9", Array("{\"width\":30,\"height\":30,\"features\":[\(feature)]}".utf8))
        #expect(reply.status == 400 && reply.code == "invalidArgument", "\(reply.text)")
    }
}
