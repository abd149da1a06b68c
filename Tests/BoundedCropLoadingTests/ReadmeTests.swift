import BoundedCrop
import BoundedCropEffects
import BoundedCropLoading
import Foundation
import Testing

/// Compiles and runs the Swift example in the README, copied verbatim, and checks what the README says about it.
@Suite(.timeLimit(.minutes(15))) struct LoadingReadmeTests {
    @Test func aPictureIsLoadedCroppedAndRounded() async throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let url = root.appendingPathComponent("Fixtures/photos/obama.jpg")

        let request = ImageRequest(url, processors: [.crop(to: CropRequest(width: 300, height: 300)), .cornerRadius(12)])
        let picture = try await ImageLoader.shared.image(for: request)

        #expect(picture.size == PixelSize(width: 300, height: 300))
        #expect(picture.bytes[3] == 0, "the corner is round")
    }
}
