import BoundedCrop
import BoundedCropVideo
import Testing

@Suite struct CameraPathTests {
    @Test func aFrameBetweenTwoWindowsIsBetweenThem() throws {
        let frames = (0..<10).map {
            FrameObservation(time: Double($0) / 25, thumbnail: Thumbnail(width: 8, height: 8, bytes: .init(repeating: 0, count: 64)))
        }
        let path = try CameraPlanner.path(
            frames: frames,
            size: PixelSize(width: 1920, height: 1080),
            options: CameraOptions(CropRequest(.aspect(AspectRatio(9, 16))))
        )
        #expect(path.window(frame: 5) == path.shots[0].windows[0].rectangle)
    }
}
