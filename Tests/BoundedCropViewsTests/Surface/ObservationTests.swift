import BoundedCrop
import BoundedCropEffects
import BoundedCropLoading
import BoundedCropViews
import Observation
import TestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(15))) struct ObservationTests {
    let surface = RecordingSurface(10, 10)

    /// Whether an observer of what is read is notified of a change.
    private func isNotified(reading read: () -> Void, after change: () -> Void) -> Bool {
        let notifications = Counter()
        withObservationTracking(read) { notifications.enter() }
        change()
        return notifications.total == 1
    }

    /// Whether setting a property notifies its observers.
    private func isNotified<View, Value>(_ view: View, _ property: ReferenceWritableKeyPath<View, Value>, _ value: Value) -> Bool {
        isNotified {
            _ = view[keyPath: property]
        } after: {
            view[keyPath: property] = value
        }
    }

    @Test func everyPropertyOfTheBoundedViewCanBeObserved() {
        let view = BoundedImageView(surface: surface, cropper: HeldDetector().cropper())
        #expect(isNotified(view, \.boundingPadding, .zero))
        #expect(isNotified(view, \.detectorAccuracy, .high))
        #expect(isNotified(view, \.boundingScheme, .largest))
        #expect(isNotified(view, \.boundingEnabled, false))
        #expect(isNotified(view, \.animated, false))
        #expect(isNotified(view, \.followsBounds, false))
        #expect(isNotified(view, \.imageCacheName, "a"))
        #expect(isNotified(view, \.displayer, TransitionDisplayer()))
        #expect(isNotified(view, \.placeholderImage, Shade.gray.picture()))
        #expect(
            isNotified {
                _ = view.originalImage
            } after: {
                view.image = Shade.red.picture()
            }
        )
        #expect(
            isNotified {
                _ = view.isWorking
            } after: {
                view.halt()
            }
        )
        #expect(
            isNotified {
                _ = view.content
            } after: {
                view.placeholderImage = nil
            }
        )
        #expect(
            isNotified {
                _ = view.bounds
            } after: {
                surface.size.width = 3
            }
        )
    }

    @Test func theImageAndTheFeaturesCanBeObserved() async throws {
        let view = BoundedImageView(surface: surface, cropper: HeldDetector().cropper())
        view.image = Shade.red.picture()
        try await Observing.until { view.image != nil }
        #expect(
            isNotified {
                _ = view.image
            } after: {
                view.image = nil
            }
        )
        view.image = Shade.red.picture()
        try await Observing.until { view.foundFeatures.count == 1 }
        #expect(
            isNotified {
                _ = view.plan
            } after: {
                view.image = nil
            }
        )
    }

    @Test func everyPropertyOfTheEffectsViewCanBeObserved() {
        let view = EffectsImageView(surface: surface, cache: EffectCache(clearsUnderMemoryPressure: false))
        #expect(isNotified(view, \.contentMode, .top))
        #expect(isNotified(view, \.padToFit, true))
        #expect(isNotified(view, \.reflectionScale, 1))
        #expect(isNotified(view, \.reflectionGap, 1))
        #expect(isNotified(view, \.reflectionAlpha, 1))
        #expect(isNotified(view, \.shadowColor, .white))
        #expect(isNotified(view, \.shadowOffset, Point(x: 1, y: 1)))
        #expect(isNotified(view, \.shadowBlur, 1))
        #expect(isNotified(view, \.cornerRadius, 1))
        #expect(isNotified(view, \.customEffects, nil))
        #expect(isNotified(view, \.asynchronous, true))
        #expect(isNotified(view, \.crossfadeDuration, .zero))
        #expect(isNotified(view, \.preferredPixelsPerPoint, 2))
        #expect(isNotified(view, \.resourceFolder, "/"))
        #expect(isNotified(view, \.cacheKey, "a"))
        #expect(isNotified(view, \.image, Shade.red.picture()))
        #expect(isNotified(view, \.processedImage, Shade.gray.picture()))
    }

    @Test func everyPropertyOfTheBlurViewCanBeObserved() {
        let view = BlurView(surface: surface, scheduler: BlurScheduler())
        let stack = PictureStack()
        #expect(isNotified(view, \.underlying, stack))
        #expect(isNotified(view, \.frame, Rect(x: 0, y: 0, width: 5, height: 5)))
        #expect(isNotified(view, \.blurEnabled, false))
        #expect(isNotified(view, \.dynamic, false))
        #expect(isNotified(view, \.updateInterval, .seconds(1)))
        #expect(isNotified(view, \.iterations, 1))
        #expect(isNotified(view, \.blurRadius, 1))
        #expect(isNotified(view, \.tintColor, .white))
    }

    @Test func everyPropertyOfTheAsyncViewCanBeObserved() {
        let view = AsyncImageView(surface: surface, loader: HeldStorage().loader())
        #expect(isNotified(view, \.processors, [.downsampled(longSide: 3)]))
        #expect(isNotified(view, \.placeholderImage, Shade.gray.picture()))
        #expect(isNotified(view, \.showActivityIndicator, false))
        #expect(isNotified(view, \.crossfadeDuration, .zero))
        #expect(
            isNotified {
                _ = view.isLoading
            } after: {
                view.imageURL = Shade.red.url
            }
        )
        #expect(isNotified(view, \.imageURL, Shade.blue.url))
        #expect(isNotified(view, \.image, Shade.green.picture()))
    }
}
