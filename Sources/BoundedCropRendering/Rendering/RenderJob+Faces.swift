package import BoundedCrop
internal import Synchronization

/// Plans of several requests, and of several faces, with one detection.
extension RenderJob {
    /// As `plans`, with a list for each request: one plan for each face where it asks for that, otherwise one plan.
    ///
    /// - Parameter withoutFaces: Whether a picture without faces has the plan of its fallback, with 0 as the number of the face. Otherwise, it
    ///   has none.
    /// - Throws: What `plans` throws, and `invalidArgument` for a picture for each face of an animation whose frames are all made.
    package func facePlans(for requests: [RenderRequest], withoutFaces: Bool = false) throws -> [[Planned]] {
        let found = SharedFinds()
        return try requests.map { request in
            let job = try sharing(found, for: request)
            guard let order = request.last.crop.eachFace else { return [try job.plan(request)] }
            guard !renderer.animates(source, request, nil) else {
                throw BoundedCropError(
                    .invalidArgument,
                    "faces have pictures of their own in one frame, not in an animation: choose a frame, or a format without animations"
                )
            }
            let features = try job.plan(request.forFeatures).plan.cropPlan?.features.map(\.feature) ?? []
            var request = request
            request.last.crop.eachFace = nil
            // What was found is known from here on.
            let knowing = try sharing(found, for: request)
            func plan(_ request: RenderRequest, face: Int) throws -> Planned {
                var planned = try knowing.plan(request)
                planned.face = NumberedFace(number: face, count: features.count)
                return planned
            }
            if features.isEmpty { return try withoutFaces ? [plan(request, face: 0)] : [] }
            var (plans, left): ([Planned], [BoundedCropError]) = ([], [])
            for (index, rank) in order.ranks(of: features).enumerated() {
                request.last.crop.rank = rank
                do {
                    plans.append(try plan(request, face: index + 1))
                } catch let error as BoundedCropError {
                    let message = "face \(index + 1) of \(features.count): \(error.message)"
                    let error = BoundedCropError(error.code, message, underlying: error.underlying, path: error.path)
                    // One whose eyes are not known is no reason to make nothing of the others.
                    guard error.code == .noFeatureFound else { throw error }
                    left.append(error)
                }
            }
            if plans.isEmpty, let first = left.first { throw first }
            plans[0].plan.warnings += left.map { "left out: \($0.message)" }
            return plans
        }
    }

    /// Splits plans into parts whose pixels can be in memory together. Pictures of faces are of an unknown number: those of one part take no more
    /// than the whole picture, or are one. All others are one part.
    package func portions<Item>(of items: [Item], planned: (Item) -> Planned) -> [ArraySlice<Item>] {
        guard items.contains(where: { planned($0).face != nil }) else { return items.isEmpty ? [] : [items[...]] }
        var portions: [ArraySlice<Item>] = []
        var area = 0
        for index in items.indices {
            let size = planned(items[index]).plan.size.area
            let start = portions.last?.startIndex
            if let start, area + size <= source.size.area {
                portions[portions.count - 1] = items[start...index]
                area += size
            } else {
                portions.append(items[index...index])
                area = size
            }
        }
        return portions
    }

    /// The same job, which looks at nothing that was found for such a request before.
    func sharing(_ found: SharedFinds, for request: RenderRequest) throws -> RenderJob {
        let animates = renderer.animates(source, request, nil)
        guard let key = try renderer.detectionKey(source, request, content: "", animates: animates) else { return self }
        var job = self
        job.looking = Looking(known: found[key]) { found[key] = $0 }
        return job
    }
}

/// One of the faces of a picture.
package struct NumberedFace: Hashable, Sendable {
    /// Its number, from 1 in the order asked for, or 0 where there are none.
    package let number: Int
    /// How many faces the picture has.
    package let count: Int
    /// Its name, if somebody gave it one.
    package var name: String?

    /// The number with as many digits as those of the picture's other faces, so that names of files are in the same order.
    package var paddedNumber: String { Decimals.padded(number, to: String(count).count) }
}

/// What was found for some requests.
final class SharedFinds: Sendable {
    private let found = Mutex<[String: Finds]>([:])

    subscript(key: String) -> Finds? {
        get { found.withLock { $0[key] } }
        set { found.withLock { $0[key] = newValue } }
    }
}

extension RenderRequest {
    /// A request whose plan has all features that this one considers, whatever can be made of each.
    fileprivate var forFeatures: RenderRequest {
        var request = self
        let standard = Crop()
        request.last.crop.eachFace = nil
        (request.last.crop.rank, request.last.crop.scheme) = (nil, standard.scheme)
        (request.last.crop.zoom, request.last.crop.tightness) = (nil, nil)
        (request.last.crop.alignment, request.last.crop.rotatesToFaces) = (nil, false)
        (request.last.crop.placement, request.last.crop.fallback) = (standard.placement, .center)
        return request
    }
}

extension ImageRenderer {
    /// The cost of rendering requests of one picture, each for every face where it asks for that. Their number is not known before, so that the
    /// pixels of those that `RenderJob.portions` keeps together count. Throws what the cost of several requests does.
    package func faceCost(_ source: ImageSource, _ requests: [RenderRequest]) throws -> RequestCost {
        guard let first = requests.first(where: { $0.last.crop.eachFace != nil && $0.answer == .picture }) else {
            return try cost(source, requests)
        }
        var whole = RenderRequest()
        whole.output = first.output
        return try cost(source, requests + [whole])
    }
}
