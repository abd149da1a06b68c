import BoundedCrop
import Testing

@Suite struct FeatureLookTests {
    private let size = PixelSize(width: 200, height: 100)
    private let place = Rect(x: 60, y: 10, width: 30, height: 40)

    private func look(_ color: (UInt8, UInt8, UInt8), _ place: Rect) throws -> FeatureLook {
        let bytes = (0..<size.area).flatMap { _ -> [UInt8] in [color.0, color.1, color.2, 255] }
        return FeatureLook(place, in: try PixelBuffer(size: size, bytes: bytes))
    }

    private func tracks(_ second: Rect, _ color: (UInt8, UInt8, UInt8), after gap: Double) throws -> Int {
        var follower = FeatureFollower(size: size)
        follower.add([Feature(place)], looks: [try look((200, 150, 130), place)], at: 0)
        follower.add([Feature(second)], looks: [try look(color, second)], at: gap)
        return follower.tracks.count
    }

    @Test func aFaceOfOtherColorsIsAnotherOne() throws {
        let other = place.moved(x: 25, y: 0)
        #expect(try tracks(other, (205, 150, 125), after: 0.5) == 1)
        #expect(try tracks(other, (110, 120, 140), after: 0.5) == 2)
    }

    @Test func aFaceInOtherLightIsTheSame() throws {
        #expect(try tracks(place.moved(x: 25, y: 0), (150, 110, 95), after: 0.5) == 1)
        // A flash, at the same place a moment later.
        #expect(try tracks(place, (120, 120, 255), after: 0.04) == 1)
    }

    @Test func placesBeyondThePictureHaveALook() throws {
        let beyond = try look((10, 20, 30), Rect(x: 500, y: 500, width: 10, height: 10))
        #expect(beyond.distance(to: beyond) == 0)
        let edge = try look((10, 20, 30), Rect(x: 190, y: 90, width: 30, height: 30))
        #expect(edge.distance(to: try look((10, 20, 30), place)) < 0.01)
    }

    @Test func eachFeatureHasTheTrackThatItContinues() {
        var follower = FeatureFollower(size: size)
        let beyond = Feature(Rect(x: -90, y: 0, width: 20, height: 20))
        #expect(follower.add([Feature(place), beyond], at: 0) == [0, nil])
        let other = Feature(Rect(x: 150, y: 10, width: 30, height: 40))
        #expect(follower.add([other, Feature(place)], at: 0.1) == [1, 0])
    }
}
