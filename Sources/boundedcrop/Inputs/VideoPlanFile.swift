import BoundedCrop
import BoundedCropVideo
import FoundationEssentials
import Synchronization

/// Paths that `video --plan --json` printed, perhaps edited since, to be carried out.
final class VideoPlanFile: Sendable {
    /// A line.
    private struct Record: Decodable {
        let file: String
        let aspect: String
        let path: CameraPath
    }

    /// What lines of plans have, and those of errors do not.
    private struct Outline: Decodable {
        let error: JSONNode?
    }

    private let paths: [String: [String: CameraPath]]
    private let used = Mutex<Set<String>>([])

    /// - Parameter path: Lines of JSON. Those of errors are passed over; of two for one video and shape, the later one counts.
    /// - Throws: `invalidArgument` that names the line.
    init(_ path: String) throws {
        var paths: [String: [String: CameraPath]] = [:]
        try JSONLines.read(path) { line in
            guard try JSONDecoder().decode(Outline.self, from: line).error == nil else { return }
            let record = try JSONDecoder().decode(Record.self, from: line)
            paths[record.file, default: [:]][record.aspect] = record.path
        } why: {
            "this is not what video --plan --json prints: “\($1)”"
        }
        self.paths = paths
    }

    /// The path of a video in a shape.
    ///
    /// - Throws: `invalidArgument` if there is none.
    func path(of entry: PictureEntry, aspect: AspectRatio) throws -> CameraPath {
        guard let paths = paths[entry.path] else { throw BoundedCropError(.invalidArgument, "there is no plan of this video") }
        used.withLock { _ = $0.insert(entry.path) }
        guard let path = paths[aspect.description] else {
            let others = paths.keys.sorted().joined(separator: ", ")
            throw BoundedCropError(.invalidArgument, "the plans of this video are for \(others), not for \(aspect)")
        }
        return path
    }

    /// The videos that were not among the inputs.
    var unknown: [String] {
        let used = used.withLock { $0 }
        return paths.keys.filter { !used.contains($0) }.sorted()
    }
}
