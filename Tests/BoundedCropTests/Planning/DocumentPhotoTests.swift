import Testing

@testable import BoundedCrop

@Suite struct DocumentPhotoTests {
    /// The heights in millimetres that an alignment gives a head as landmarks tell it.
    private struct Placed {
        let head: Double
        let eyesFromBottom: Double
        /// Above the head without hair.
        let above: Double
        let below: Double

        init(_ photo: DocumentPhoto) throws {
            let (rules, alignment) = (photo.rules, photo.alignment)
            guard case .headHeight(let share) = alignment.scale else { throw BoundedCropError(.invalidArgument, "no height") }
            head = share * rules.height
            eyesFromBottom = (1 - alignment.eyeLine) * rules.height
            // The eyes are in the middle of the head.
            above = alignment.eyeLine * rules.height - head / 2
            below = eyesFromBottom - head / 2
        }
    }

    @Test(arguments: DocumentPhoto.allCases) func `the head is as the rules say`(photo: DocumentPhoto) throws {
        let (placed, rules) = (try Placed(photo), photo.rules)
        #expect(rules.head.contains(placed.head) && placed.above > 0 && placed.below > 0)
        if let eyes = rules.eyes { #expect(eyes.contains(placed.eyesFromBottom)) }
        // Hair of two millimetres fits, if it counts.
        let hair = rules.includesHair ? 2.0 : 0
        #expect(rules.head.contains(placed.head + hair) && placed.above > hair)
        if let above = rules.above { #expect(above.contains(placed.above - hair)) }
    }

    @Test(arguments: DocumentPhoto.allCases) func `a face is placed as the rules say`(photo: DocumentPhoto) throws {
        let rules = photo.rules
        var request = CropRequest(.aspect(AspectRatio(Int((rules.width * 10).rounded()), Int((rules.height * 10).rounded()))))
        request.alignment = photo.alignment
        let face = Feature.face(eyes: Point(x: 500, y: 450), distance: 70, roll: 5)
        let plan = try CropPlanner.plan(features: [face], size: PixelSize(width: 1000, height: 1000), request: request)
        let (frame, landmarks) = (try #require(plan.aligned), try #require(face.landmarks))
        let perPixel = rules.height / frame.height
        #expect(rules.head.contains(FaceAlignment.headsPerEyeDistance * 70 * perPixel))
        let eyes = [landmarks.rightEye, landmarks.leftEye].map(frame.share)
        #expect(abs(eyes[0].y - eyes[1].y) < 1e-9 && abs(eyes[0].x + eyes[1].x - 1) < 1e-9)
        if let range = rules.eyes { #expect(range.contains((1 - eyes[0].y) * rules.height)) }
        #expect(frame.fill == .edge)
    }

    @Test func `numbers are those of the authorities`() {
        let us = DocumentPhoto.us.rules
        #expect((us.width, us.height) == (50.8, 50.8) && us.head == 25.4...34.925 && us.eyes == 28.575...34.925)
        let sizes = DocumentPhoto.allCases.map { "\($0) \(Decimals.text($0.rules.width))x\(Decimals.text($0.rules.height))" }
        #expect(sizes == ["us 50.8x50.8", "schengen 35x45", "uk 35x45", "ca 50x70", "au 35x45", "jp 35x45", "cn 33x48"])
        #expect(DocumentPhoto.uk.rules.head == 29...34 && DocumentPhoto.schengen.rules.head == 32...36)
    }
}
