import BoundedCrop
import BoundedCropRendering
import BoundedCropVideo
import FoundationEssentials
import Synchronization

/// Plans that a command printed as JSON lines, perhaps edited since, to be carried out.
final class PlanFile<Plan: Sendable>: Sendable {
    private let plans: [String: [Plan]]
    private let used = Mutex<Set<String>>([])

    /// - Parameters:
    ///   - command: What prints them.
    ///   - read: Returns the file and the plan of a line; nil for one without a plan, such as that of an error.
    /// - Throws: `invalidArgument` that names the line.
    fileprivate init(_ path: String, from command: String, _ read: (Data) throws -> (file: String, plan: Plan)?) throws {
        var plans: [String: [Plan]] = [:]
        try JSONLines.read(path) { line in
            if let (file, plan) = try read(line) { plans[file, default: []].append(plan) }
        } why: { error, start in
            if let error = error as? BoundedCropError { return "\(error.message): “\(start)”" }
            return "this is not what \(command) --plan --json prints: “\(start)”"
        }
        self.plans = plans
    }

    /// The plans of a picture or a video, the last ones first: of two for one shape, the later one counts.
    func plans(of entry: PictureEntry) -> [Plan] {
        guard let plans = plans[entry.path] else { return [] }
        used.withLock { _ = $0.insert(entry.path) }
        return plans.reversed()
    }

    /// The pictures or videos that were not among the inputs.
    var unknown: [String] {
        let used = used.withLock { $0 }
        return plans.keys.filter { !used.contains($0) }.sorted()
    }
}

/// What tells lines of plans from others.
private struct Outline: Decodable {
    let crop: JSONNode?
    let error: JSONNode?
    let faces: JSONNode?
    let leftOut: JSONNode?
    let corrected: [String]?

    /// Whether there is no crop of the picture: it has no face, is none, or was left out.
    var hasNoPlan: Bool { error != nil || faces != nil || leftOut != nil || corrected?.contains(Corrections.skip) == true }

    /// Throws `invalidArgument` for a line that lacks its crop, or has one with a fraction.
    func checkCrop() throws {
        guard let crop, crop != .null else { throw BoundedCropError(.invalidArgument, "“crop” is missing") }
        for (name, value) in crop.members.sorted(by: { $0.key < $1.key }) {
            guard case .number(let number) = value, number != number.rounded() else { continue }
            throw BoundedCropError(.invalidArgument, "“crop.\(name)” is a whole number of pixels, not \(Decimals.text(number))")
        }
    }
}

extension PlanFile<CropPlan> {
    convenience init(_ path: String) throws {
        try self.init(path, from: "crop") { line in
            let outline = try JSONDecoder().decode(Outline.self, from: line)
            if outline.hasNoPlan, outline.crop == nil { return nil }
            try outline.checkCrop()
            let record = try JSONDecoder().decode(CropRecord.self, from: line)
            return (record.file, record.plan)
        }
    }
}

/// The path of a camera in one shape of a video.
struct VideoPlan: Decodable, Sendable {
    fileprivate let file: String
    fileprivate let aspect: String
    fileprivate let path: CameraPath
}

typealias VideoPlanFile = PlanFile<VideoPlan>

extension VideoPlanFile {
    convenience init(_ path: String) throws {
        try self.init(path, from: "video") { line in
            guard try JSONDecoder().decode(Outline.self, from: line).error == nil else { return nil }
            let plan = try JSONDecoder().decode(VideoPlan.self, from: line)
            return (plan.file, plan)
        }
    }

    /// Throws `invalidArgument` if there is no path of a video in a shape.
    func path(of entry: PictureEntry, aspect: AspectRatio) throws -> CameraPath {
        let plans = plans(of: entry)
        guard !plans.isEmpty else { throw BoundedCropError(.invalidArgument, "there is no plan of this video") }
        if let plan = plans.first(where: { $0.aspect == aspect.description }) { return plan.path }
        let others = Set(plans.map(\.aspect)).sorted().joined(separator: ", ")
        throw BoundedCropError(.invalidArgument, "the plans of this video are for \(others), not for \(aspect)")
    }
}
