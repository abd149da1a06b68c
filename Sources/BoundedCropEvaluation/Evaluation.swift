package import BoundedCrop

/// A detector and its crops, measured on labeled photos.
package struct Evaluation: Sendable {
    /// The aspects that crops are measured at.
    package static let aspects = ["1:1", "3:1", "1:3", "16:9", "4:5"].compactMap { AspectRatio($0) }

    /// A detector at one accuracy.
    package struct Subject: Sendable {
        /// What finds the faces; one of the built-in detectors or your own.
        package let detector: any FeatureDetector
        /// The accuracy that the detector is called with.
        package let accuracy: DetectionAccuracy

        /// A detector to measure, and how hard it is to look.
        package init(detector: any FeatureDetector, accuracy: DetectionAccuracy) {
            self.detector = detector
            self.accuracy = accuracy
        }
    }

    /// Crops of one aspect and scheme: the actual crops, the center crops and the best possible ones.
    package struct Crops: Sendable {
        /// The crops around what the detector found.
        package var reached = CropScore()
        /// The crops around the center of the picture: the baseline.
        package var floor = CropScore()
        /// The best crops that the labels allow: an upper bound for every detector.
        package var ceiling = CropScore()
        /// Of the crops for which there is a window that holds the largest face whole, how many hold it.
        package var largestOfPossible = DetectionScore.Share()

        /// What the crops keep of the face area as a share of what they could keep, 0...1; 1 without crops.
        package var areaOfBest: Double { ceiling.areaKept > 0 ? reached.areaKept / ceiling.areaKept : 1 }

        /// Counts the crops of others as well.
        package mutating func add(_ other: Crops) {
            reached.add(other.reached)
            floor.add(other.floor)
            ceiling.add(other.ceiling)
            largestOfPossible.add(other.largestOfPossible)
        }
    }

    /// What tells the scores in `crops` apart.
    package struct CropKey: Hashable, Sendable {
        /// One of `aspects`.
        package let aspect: AspectRatio
        /// Which of the faces the crops have to hold.
        package let scheme: BoundingScheme

        /// The key of the crops of one aspect and scheme.
        package init(aspect: AspectRatio, scheme: BoundingScheme) {
            self.aspect = aspect
            self.scheme = scheme
        }
    }

    /// A photo with missed or false faces.
    package struct Miss: Sendable {
        /// The photo with its labels.
        package let photo: LabeledPhotos.Photo
        /// The size of the upright picture.
        package let size: PixelSize
        /// The missed and the false faces.
        package let misses: DetectionScore.Misses

        /// The missed faces, in pixels of the upright picture.
        package var missed: [Rect] { misses.missed.map { photo.faces[$0] } }
    }

    /// A photo that could not be measured.
    package struct Unreadable: Hashable, Sendable {
        /// The photo's `file`.
        package let file: String
        /// The message of the error.
        package let reason: String
    }

    /// What was measured.
    package let subject: Subject
    /// How well the detected faces match the labels. Features of other kinds do not count.
    package private(set) var detection: DetectionScore
    /// How much of the labeled faces the crops keep, for each aspect and scheme; empty when no photo has a face.
    package private(set) var crops: [CropKey: Crops] = [:]
    /// The same for each kind of photo, in the order of the kinds' first photos; empty when no photo has a kind.
    package private(set) var kinds: [KindScore] = []
    /// How the photos, and crops of the scheme `all` in all aspects for each placement, frame the labeled faces; empty when no photo has one.
    package private(set) var framing: [Framing: FramingScore] = [:]
    /// How much of the marked subjects the crops keep.
    package private(set) var subjects = SubjectScores()
    /// What redaction would cover; nil unless it was to be measured.
    package private(set) var hiding: HidingScore?
    /// The photos with missed or false faces, in the order they were measured.
    package private(set) var misses: [Miss] = []
    /// Photos that could not be read, detected in or cropped, and why. One that only could not be cropped still counts in `detection`.
    package private(set) var unreadable: [Unreadable] = []

    /// Measures one detector at one accuracy, one photo after the other on the calling thread.
    ///
    /// When reading a photo, detecting in it or cropping it throws a `BoundedCropError`, the photo is listed in `unreadable`, and the
    /// others are measured. Only features of the kind `face` count as detected faces; crops hold all kinds. They are planned with the
    /// default `boundingRectangle(of:in:scheme:padding:)`, not with the detector's own.
    /// - Parameters:
    ///   - subject: the detector and its accuracy.
    ///   - photos: the labeled photos.
    ///   - progress: called after each photo, also one that is left out.
    /// - Throws: `unreadableModel`, and any error that is not a `BoundedCropError`, such as one of the detector's own.
    package init(of subject: Subject, on photos: LabeledPhotos, progress: () -> Void = {}) throws {
        self.init(subject, EvaluationRules())
        for photo in photos.photos {
            defer { progress() }
            add(try MeasuredPhoto(photo, by: subject, rules: detection.rules))
        }
    }

    private init(_ subject: Subject, _ rules: EvaluationRules) {
        self.subject = subject
        detection = DetectionScore(rules: rules)
        hiding = rules.measuresHiding ? HidingScore() : nil
    }

    /// Measures several detectors as `init(of:on:progress:)` measures one, with all photos on the threads of a pool. The result is the same,
    /// besides the times.
    package static func all(
        of subjects: [Subject],
        on photos: LabeledPhotos,
        rules: EvaluationRules,
        workers: WorkerPool,
        progress: @Sendable () -> Void = {}
    ) async throws -> [Evaluation] {
        var measured = subjects.map { _ in [MeasuredPhoto?](repeating: nil, count: photos.photos.count) }
        try await withThrowingTaskGroup(of: (Int, Int, MeasuredPhoto).self) { group in
            func keepNext() async throws {
                guard let (subject, photo, result) = try await group.next() else { return }
                measured[subject][photo] = result
                progress()
            }
            var running = 0
            for (number, photo) in photos.photos.enumerated() {
                for (index, subject) in subjects.enumerated() {
                    // One waits for each thread, so that none is ever idle.
                    if running < 2 * workers.threadCount { running += 1 } else { try await keepNext() }
                    group.addTask {
                        (
                            index, number,
                            try await workers.run(evenIfFull: true) { _ in try MeasuredPhoto(photo, by: subject, rules: rules) }
                        )
                    }
                }
            }
            for _ in 0..<running { try await keepNext() }
        }
        return zip(subjects, measured).map { subject, photos in
            var evaluation = Evaluation(subject, rules)
            for photo in photos.compactMap(\.self) { evaluation.add(photo) }
            return evaluation
        }
    }

    /// The crops of a scheme, all aspects combined.
    package func overall(_ scheme: BoundingScheme) -> Crops {
        Self.aspects.compactMap { crops[CropKey(aspect: $0, scheme: scheme)] }.reduce(into: Crops()) { $0.add($1) }
    }

    private mutating func add(_ measured: MeasuredPhoto) {
        let photo = measured.photo
        if let reason = measured.reason { unreadable.append(Unreadable(file: photo.file, reason: reason)) }
        guard let found = measured.features else { return }
        let faces = found.filter { $0.kind == .face }
        let misses = detection.add(faces, photo, in: measured.size, milliseconds: measured.milliseconds)
        change(photo.kind) { _ = $0.detection.add(faces, photo, in: measured.size, milliseconds: measured.milliseconds) }
        if !misses.missed.isEmpty || !misses.wrong.isEmpty {
            self.misses.append(Miss(photo: photo, size: measured.size, misses: misses))
        }
        if let hidden = measured.hidden { hiding?.add(hidden, photo, in: measured.size, detection.rules) }
        addCrops(measured)
        // Only features that count can say where eyes are.
        addFraming(measured, found.filter { $0.confidence >= detection.rules.minimumConfidence })
        subjects.add(measured.subjects, of: photo.kind)
    }

    private mutating func change(_ kind: String?, _ change: (inout KindScore) -> Void) {
        kinds.change(kind, rules: detection.rules, change)
    }

    private mutating func addCrops(_ measured: MeasuredPhoto) {
        let (photo, size) = (measured.photo, measured.size)
        let largest = photo.largest?.intersection(size.bounds)
        for crop in measured.faceCrops {
            var scores = Crops()
            scores.reached.add(crop.crop, photo, in: size)
            scores.floor.add(crop.center, photo, in: size)
            scores.ceiling.add(crop.best, photo, in: size)
            let bestOfLargest = measured.faceCrops.first { $0.key == CropKey(aspect: crop.key.aspect, scheme: .largest) }
            if let largest, !largest.isEmpty, let best = bestOfLargest?.best, best.rect.contains(largest) {
                scores.largestOfPossible.add(crop.crop.rect.contains(largest))
            }
            crops[crop.key, default: Crops()].add(scores)
            if crop.key.scheme == .all { change(photo.kind) { $0.crops.add(scores) } }
        }
    }

    private mutating func addFraming(_ measured: MeasuredPhoto, _ features: [Feature]) {
        guard !measured.framed.isEmpty else { return }
        let faces = measured.photo.faces.map { face in
            let found = features.filter { $0.landmarks != nil }.max {
                $0.rectangle.intersectionOverUnion(face) < $1.rectangle.intersectionOverUnion(face)
            }
            return Feature(face, landmarks: (found?.rectangle.intersectionOverUnion(face) ?? 0) > 0.3 ? found?.landmarks : nil)
        }
        for (framing, crop) in measured.framed { self.framing[framing, default: FramingScore()].add(crop, faces) }
    }
}
