import BoundedCrop
import BoundedCropEffects
import TestSupport
import Testing

@testable import BoundedCropViews

@Suite struct FittedPictureTests {
    private let size = PixelSize(width: 20, height: 10)

    @Test func aPictureIsFittedOnceAndOnlyWhenItsPixelsAreNeeded() throws {
        let count = Counter()
        let picture = try #require(
            FittedPicture(size, .scaleToFill) {
                count.enter()
                return Shade.red.picture()
            }
        )
        #expect(picture.size == size && count.total == 0)
        #expect(try picture.pixels == Shade.red.picture(20, 10) && picture.pixels(longSide: 10).width == 10)
        #expect(try picture.luma(longSide: 20).size == size && count.total == 1)
    }

    @Test func whatTheBackShowsIsNotScaledForItsLayersUnlessThereAreAny() throws {
        var content = LayerContent()
        for (second, shade) in [Shade.red, .green].enumerated() {
            content.show(.picture(shade.picture()), .crossfade(.milliseconds(100)), at: .seconds(second), on: size, .aspectFit)
        }
        #expect(content.isVisible(at: .seconds(2)) && content.fitted?.isFitted == false)
        #expect(content.picture?.size == size && content.fitted?.isFitted == true)
        // In the middle of a transition, the next one begins with what is visible.
        content.show(.picture(Shade.blue.picture(20, 10)), .crossfade(.seconds(2)), at: .seconds(3), on: size, .aspectFit)
        content.show(.nothing, .crossfade(.seconds(1)), at: .seconds(4), on: size, .aspectFit)
        #expect(try content.visible(at: .seconds(4))?.shade == nil)
        let middle = try #require(try content.visible(at: .seconds(4)))
        let red = middle.bytes[(5 * 20 + 10) * 4]
        // Half of 120 and half of 60.
        #expect((89...91).contains(red))
    }

    @Test func noPictureHasNoArea() {
        #expect(FittedPicture(PixelSize(width: 0, height: 9), .aspectFit) { Shade.red.picture() } == nil)
    }
}
