import BoundedCrop
import BoundedCropEvaluation
import BoundedCropRendering

/// The pictures of a review, and what is known of each.
///
/// All are examined one after the other; those that somebody looks at come first.
actor Review {
    private struct Picture {
        let entry: PictureEntry
        /// Counts the changes of the whole review, so that pages learn what is new.
        var version = 0
        /// Nil until it has been examined.
        var findings: ReviewFindings?
        var corrections: [Corrections.Entry] = []
        /// Being examined.
        var examination: Task<Void, Never>?
        /// Counts how often what was known became untrue.
        var age = 0
    }

    let work: any ReviewWork
    /// The longest sides of pictures as they are sent: those of the grid, and those that are opened.
    private static let (smallSide, largeSide) = (400, 1600)
    private var pictures: [Picture]
    private let corrections: CorrectionFiles
    private var version = 0
    /// The first picture that may not have been examined.
    private var next = 0
    /// How many requests for pictures wait for their answers.
    private var visits = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var lastCheck: ContinuousClock.Instant?

    init(_ entries: [PictureEntry], corrections: CorrectionFiles, _ work: any ReviewWork) {
        (self.work, self.corrections) = (work, corrections)
        pictures = entries.map { Picture(entry: $0) }
    }

    /// Examines all pictures, and again those that are corrected, until the task is cancelled.
    func run() async {
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<work.pictures.width {
                group.addTask {
                    while !Task.isCancelled {
                        if let id = await self.nextOne() { await self.examine(id) } else { try? await Task.sleep(for: .milliseconds(200)) }
                    }
                }
            }
        }
    }

    /// The next picture to examine once nobody waits for another; nil if all are known.
    private func nextOne() async -> Int? {
        while visits > 0 { await withCheckedContinuation { waiting.append($0) } }
        while next < pictures.count, pictures[next].findings != nil || pictures[next].examination != nil { next += 1 }
        guard next < pictures.count else { return nil }
        next += 1
        return next - 1
    }

    private func examine(_ id: Int) async {
        if let running = pictures[id].examination { return await running.value }
        let (entry, age) = (pictures[id].entry, pictures[id].age)
        let task = Task {
            let findings = await work.examine(entry)
            pictures[id].examination = nil
            guard pictures[id].age == age else { return }
            pictures[id].findings = findings
            noteCorrections(id, (try? corrections.entries(of: entry, in: findings.size, about: work.subject)) ?? [])
        }
        pictures[id].examination = task
        await task.value
    }

    /// Runs what somebody waits for before all else.
    private func visit<Value: Sendable>(_ body: () async throws -> Value) async rethrows -> Value {
        visits += 1
        defer {
            visits -= 1
            if visits == 0 {
                waiting.forEach { $0.resume() }
                waiting = []
            }
        }
        return try await body()
    }

    private func known(_ id: Int) async -> ReviewFindings {
        while true {
            if let findings = pictures[id].findings { return findings }
            await examine(id)
        }
    }

    private func check(_ id: Int) throws {
        guard pictures.indices.contains(id) else { throw BoundedCropError(.invalidArgument, "there is no picture \(id)") }
    }

    // MARK: What the page asks

    /// What is made of a picture in one of its shapes.
    func picture(_ id: Int, shape: Int, isLarge: Bool) async throws -> [UInt8] {
        try check(id)
        return try await visit {
            let shapes = await known(id).shapes
            guard shapes.indices.contains(shape), shapes[shape].size != nil else {
                throw BoundedCropError(.invalidArgument, "picture \(id) has no shape \(shape)")
            }
            let longSide = isLarge ? Self.largeSide : Self.smallSide
            return try await work.picture(pictures[id].entry, of: shapes[shape], longSide: longSide)
        }
    }

    func original(_ id: Int) async throws -> [UInt8] {
        try check(id)
        return try await visit { try await work.pictures.original(pictures[id].entry, longSide: Self.largeSide) }
    }

    func detail(_ id: Int) async throws -> ReviewDetail {
        try check(id)
        return await visit {
            let findings = await known(id)
            let entry = pictures[id].entry
            let lost = corrections.lost(besides: entry)
            return ReviewDetail(outline(id), findings, pictures[id].corrections, file: entry.path, lost: lost)
        }
    }

    /// Saves the corrections of a picture, and makes its crops anew.
    ///
    /// - Parameter seen: The corrections that are replaced.
    /// - Throws: `CorrectionFiles.Conflict` if somebody else has changed them; what saving throws.
    func correct(_ id: Int, _ seen: [Corrections.Entry], with entries: [Corrections.Entry]) async throws -> ReviewDetail {
        try check(id)
        do {
            try corrections.replace(pictures[id].entry, await known(id).size, about: work.subject, seen, with: entries)
        } catch let conflict as CorrectionFiles.Conflict {
            forget(id)
            throw conflict
        }
        // What is marked as good, and nothing else, is cropped as before.
        let (before, now) = (seen.filter { !$0.isGood }, entries.filter { !$0.isGood })
        if before == now {
            noteCorrections(id, entries)
        } else {
            forget(id)
        }
        return try await detail(id)
    }

    /// Gives a picture the corrections of one that is not there any more, and makes its crops anew.
    ///
    /// - Throws: What saving throws.
    func attach(_ lost: String, to id: Int) async throws -> ReviewDetail {
        try check(id)
        try corrections.attach(lost, to: pictures[id].entry, await known(id).size)
        forget(id)
        return try await detail(id)
    }

    private func noteCorrections(_ id: Int, _ entries: [Corrections.Entry]) {
        version += 1
        (pictures[id].corrections, pictures[id].version) = (entries, version)
    }

    private func forget(_ id: Int) {
        pictures[id].findings = nil
        pictures[id].age += 1
        next = min(next, id)
    }

    /// What has changed since a version, in the order of the pictures.
    func changes(since old: Int) -> ReviewChanges {
        noticeCorrections()
        let changed = old == 0 ? Array(pictures.indices) : pictures.indices.filter { pictures[$0].version > old }
        let unknown = pictures.count { $0.findings == nil }
        return ReviewChanges(version: version, pictureCount: pictures.count, unknownCount: unknown, pictures: changed.map(outline))
    }

    /// Notices what others have corrected.
    private func noticeCorrections() {
        let now = ContinuousClock.now
        if let lastCheck, now - lastCheck < .milliseconds(500) { return }
        lastCheck = now
        let changed = corrections.changed(pictures.map { ($0.entry, $0.findings?.size) })
        guard !changed.isEmpty else { return }
        for id in pictures.indices where changed.contains(pictures[id].entry) { forget(id) }
    }

    private func outline(_ id: Int) -> ReviewOutline {
        let picture = pictures[id]
        return ReviewOutline(id: id, name: picture.entry.path, version: picture.version, picture.findings, picture.corrections)
    }
}

/// What the grid shows of a picture.
struct ReviewOutline: Encodable, Sendable {
    struct Shape: Encodable, Sendable {
        let aspect: String
        /// Width by height of the crop; nil if corrections leave it out.
        let ratio: Double?
    }

    let id: Int
    let name: String
    let version: Int
    let isKnown: Bool
    let concerns: [String]
    let shapes: [Shape]
    /// The words of its corrections.
    let corrected: [String]
    let isGood: Bool
    let error: String?

    init(id: Int, name: String, version: Int, _ findings: ReviewFindings?, _ corrections: [Corrections.Entry]) {
        (self.id, self.name, self.version, isKnown) = (id, name, version, findings != nil)
        concerns = findings?.concerns.map(\.rawValue) ?? []
        shapes = (findings?.shapes ?? []).map { shape in
            Shape(aspect: shape.aspect, ratio: shape.size.map { Double($0.width) / Double($0.height) })
        }
        corrected = Set(corrections.filter { !$0.isGood }.flatMap(\.words.keys)).sorted()
        isGood = corrections.contains(where: \.isGood)
        error = findings?.error
    }
}

/// What the page shows of a picture that is opened.
struct ReviewDetail: Encodable, Sendable {
    struct Shape: Encodable, Sendable {
        let aspect: String
        let record: CropRecord?
    }

    let picture: ReviewOutline
    let file: String
    let width: Int?
    let height: Int?
    let shapes: [Shape]
    let corrections: [Corrections.Entry]
    /// The pictures that have corrections, but are not there any more.
    let lost: [String]
    /// What there is to hide; nil, and left out, in a review of crops.
    let redaction: RedactionFindings?

    init(_ outline: ReviewOutline, _ findings: ReviewFindings, _ corrections: [Corrections.Entry], file: String, lost: [String]) {
        (picture, self.file, self.corrections, self.lost) = (outline, file, corrections, lost)
        redaction = findings.redaction
        (width, height) = (findings.size?.width, findings.size?.height)
        shapes = findings.shapes.map { Shape(aspect: $0.aspect, record: $0.record) }
    }
}

struct ReviewChanges: Encodable, Sendable {
    let version: Int
    let pictureCount: Int
    /// How many have not been examined.
    let unknownCount: Int
    let pictures: [ReviewOutline]
}
