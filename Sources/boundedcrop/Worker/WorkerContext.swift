import BoundedCrop
import BoundedCropRendering
import Synchronization

/// What requests share: most look for features in the same way, and a detector holds a model.
final class WorkerContext: Sendable {
    private struct Search: Hashable {
        let crop: RenderRequest.Crop
        let accuracy: DetectionAccuracy?
        let folder: String?
    }

    /// Makes what is asked as the service makes it.
    let service = ImageRenderer()
    /// Does the work on videos, one after the other: ffmpeg uses all cores for each.
    let videos = WorkerPool(threadCount: 1)
    private let renderers = Mutex(LeastRecentlyUsed<String?, ImageRenderer>(countLimit: 8, costLimit: .max))
    private let searches = Mutex(LeastRecentlyUsed<Search, RedactionSearch>(countLimit: 8, costLimit: .max))
    private let presets = Mutex(LeastRecentlyUsed<String?, PresetFile>(countLimit: 8, costLimit: .max))

    /// What makes crops with detections that are kept in a folder.
    func renderer(cachedIn folder: String?) -> ImageRenderer {
        if let known = renderers.withLock({ $0.use(folder) }) { return known }
        let made = OutputOptions.renderer(cachedIn: folder)
        renderers.withLock { $0.insert(made, for: folder) }
        return made
    }

    /// How to look for what is hidden in whole pictures, as with the command `effects`.
    func search(_ crop: RenderRequest.Crop, accuracy: DetectionAccuracy?, cachedIn folder: String?) throws -> RedactionSearch {
        let search = Search(crop: crop, accuracy: accuracy, folder: folder)
        if let known = searches.withLock({ $0.use(search) }) { return known }
        let made = try RedactionSearch(crop, accuracy: accuracy, cachedIn: folder)
        searches.withLock { $0.insert(made, for: search) }
        return made
    }

    /// The presets of a file, which is read once.
    func presets(in file: String?) throws -> PresetFile {
        if let known = presets.withLock({ $0.use(file) }) { return known }
        let read = try PresetFile(file)
        presets.withLock { $0.insert(read, for: file) }
        return read
    }
}
