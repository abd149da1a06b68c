import BoundedCrop
import FoundationEssentials
import Synchronization

/// Plans that `crop --plan --json` printed, perhaps edited since, to be carried out.
final class PlanFile: Sendable {
    private let plans: [String: [CropPlan]]
    private let used = Mutex<Set<String>>([])

    /// - Parameter path: Lines of JSON. Those of errors and of pictures without a crop are passed over.
    /// - Throws: `invalidArgument` that names the line.
    init(_ path: String) throws {
        var plans: [String: [CropPlan]] = [:]
        try JSONLines.read(path) { line in
            guard try JSONDecoder().decode(Outline.self, from: line).crop != nil else { return }
            let record = try JSONDecoder().decode(CropRecord.self, from: line)
            plans[record.file, default: []].append(record.plan)
        } why: {
            "this is not what crop --plan --json prints: “\($1)”"
        }
        self.plans = plans
    }

    /// What lines of plans have, and others do not.
    private struct Outline: Decodable {
        let crop: PixelRect?
    }

    /// The plans of a picture, the last ones first: of two for one shape, the later one counts.
    func plans(of entry: PictureEntry) -> [CropPlan] {
        guard let plans = plans[entry.path] else { return [] }
        used.withLock { _ = $0.insert(entry.path) }
        return plans.reversed()
    }

    /// The pictures that were not among the inputs.
    var unknown: [String] {
        let used = used.withLock { $0 }
        return plans.keys.filter { !used.contains($0) }.sorted()
    }
}
