import BoundedCrop
import BoundedCropEffects
import BoundedCropLoading
import BoundedCropViews
import Observation
import TestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(15))) struct ObservationTests {
    let surface = RecordingSurface(10, 10)

    /// Whether who has read something hears of a change.
    private func isHeard(reading read: () -> Void, after change: () -> Void) -> Bool {
        let heard = Counter()
        withObservationTracking(read) { heard.enter() }
        change()
        return heard.total == 1
    }

    /// Whether a property that is set is heard of.
    private func isHeard<View, Value>(_ view: View, _ property: ReferenceWritableKeyPath<View, Value>, _ value: Value) -> Bool {
        isHeard {
            _ = view[keyPath: property]
        } after: {
            view[keyPath: property] = value
        }
    }

    @Test func everyPropertyOfTheBoundedViewCanBeWatched() {
        let view = BoundedImageView(surface: surface, cropper: HeldDetector().cropper())
        #expect(isHeard(view, \.boundingPadding, .zero))
        #expect(isHeard(view, \.detectorAccuracy, .high))
        #expect(isHeard(view, \.boundingScheme, .largest))
        #expect(isHeard(view, \.boundingEnabled, false))
        #expect(isHeard(view, \.animated, false))
        #expect(isHeard(view, \.imageCacheName, "a"))
        #expect(isHeard(view, \.displayer, CrossfadeDisplayer()))
        #expect(isHeard(view, \.placeholderImage, Shade.gray.picture()))
        #expect(
            isHeard {
                _ = view.originalImage
            } after: {
                view.image = Shade.red.picture()
            }
        )
        #expect(
            isHeard {
                _ = view.isWorking
            } after: {
                view.halt()
            }
        )
        #expect(
            isHeard {
                _ = view.content
            } after: {
                view.placeholderImage = nil
            }
        )
        #expect(
            isHeard {
                _ = view.bounds
            } after: {
                surface.size.width = 3
            }
        )
    }

    @Test func theImageAndWhatWasFoundCanBeWatched() async throws {
        let view = BoundedImageView(surface: surface, cropper: HeldDetector().cropper())
        view.image = Shade.red.picture()
        try await Observing.until { view.image != nil }
        #expect(
            isHeard {
                _ = view.image
            } after: {
                view.image = nil
            }
        )
        view.image = Shade.red.picture()
        try await Observing.until { view.foundFeatures.count == 1 }
        #expect(
            isHeard {
                _ = view.plan
            } after: {
                view.image = nil
            }
        )
    }

    @Test func everyPropertyOfTheEffectsViewCanBeWatched() async throws {
        let view = EffectsImageView(surface: surface, cache: EffectCache(clearsUnderMemoryPressure: false))
        #expect(isHeard(view, \.contentMode, .top))
        #expect(isHeard(view, \.reflectionScale, 1))
        #expect(isHeard(view, \.reflectionGap, 1))
        #expect(isHeard(view, \.reflectionAlpha, 1))
        #expect(isHeard(view, \.shadowColor, .white))
        #expect(isHeard(view, \.shadowOffset, Offset(x: 1, y: 1)))
        #expect(isHeard(view, \.shadowBlur, 1))
        #expect(isHeard(view, \.cornerRadius, 1))
        #expect(isHeard(view, \.customEffects, nil))
        #expect(isHeard(view, \.asynchronous, true))
        #expect(isHeard(view, \.crossfadeDuration, .zero))
        #expect(isHeard(view, \.preferredPixelsPerPoint, 2))
        #expect(isHeard(view, \.resourceFolder, "/"))
        #expect(isHeard(view, \.cacheKey, "a"))
        #expect(isHeard(view, \.image, Shade.red.picture()))
        #expect(isHeard(view, \.processedImage, Shade.gray.picture()))
        try await Observing.until { view.processedImage?.size != Shade.gray.picture().size }
    }

    @Test func everyPropertyOfTheBlurViewCanBeWatched() {
        let view = BlurView(surface: surface, scheduler: BlurScheduler())
        #expect(isHeard(view, \.underlying, PictureStack()))
        #expect(isHeard(view, \.blurEnabled, false))
        #expect(isHeard(view, \.dynamic, false))
        #expect(isHeard(view, \.updateInterval, .seconds(1)))
        #expect(isHeard(view, \.iterations, 1))
        #expect(isHeard(view, \.blurRadius, 1))
        #expect(isHeard(view, \.tintColor, .white))
    }

    @Test func everyPropertyOfTheAsyncViewCanBeWatched() {
        let view = AsyncImageView(surface: surface, loader: HeldStorage().loader())
        #expect(isHeard(view, \.processors, [.downsampled(longSide: 3)]))
        #expect(isHeard(view, \.placeholderImage, Shade.gray.picture()))
        #expect(isHeard(view, \.showActivityIndicator, false))
        #expect(isHeard(view, \.crossfadeDuration, .zero))
        #expect(
            isHeard {
                _ = view.isLoading
            } after: {
                view.imageURL = Shade.red.url
            }
        )
        #expect(isHeard(view, \.imageURL, Shade.blue.url))
        #expect(isHeard(view, \.image, Shade.green.picture()))
    }
}
