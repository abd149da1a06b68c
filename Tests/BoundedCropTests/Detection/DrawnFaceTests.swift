import BoundedCrop
import Foundation
import TestSupport
import Testing

/// Faces in photos that are embedded in drawings.
@Suite(.timeLimit(.minutes(10))) struct DrawnFaceTests {
    @Test("a face is found where its photo is in the drawing", arguments: [20, 330])
    func found(left: Int) throws {
        let photo = try Data(Fixture.bytes("photos/obama.jpg")).base64EncodedString()
        let image = #"<image x="\#(left)" y="20" width="250" height="360" href="data:image/jpeg;base64,\#(photo)"/>"#
        let ground = ##"<rect width="600" height="400" fill="#abc"/>"##
        let drawing = #"<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400">\#(ground)\#(image)</svg>"#
        let faces = try YuNetDetector().features(in: ImageSource(bytes: Array(drawing.utf8)), accuracy: .high)
        let place = try #require(faces.first?.rectangle)
        #expect(faces.count == 1)
        #expect(place.minX > Double(left) && place.maxX < Double(left + 250) && place.minY > 20 && place.maxY < 380, "\(place)")
    }
}
