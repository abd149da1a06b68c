public import BoundedCrop

/// A detector and its crops, measured on labeled photos.
public struct Evaluation: Sendable {
    /// The aspects that crops are measured at.
    public static let aspects = ["1:1", "3:1", "1:3", "16:9", "4:5"].compactMap { AspectRatio($0) }

    /// A detector at one accuracy.
    public struct Subject: Sendable {
        /// What finds the faces; one of the built-in detectors or your own.
        public let detector: any FeatureDetector
        /// The accuracy that the detector is called with.
        public let accuracy: DetectionAccuracy

        /// A detector to measure, and how hard it is to look.
        public init(detector: any FeatureDetector, accuracy: DetectionAccuracy) {
            self.detector = detector
            self.accuracy = accuracy
        }
    }

    /// Crops of one aspect and scheme: the actual crops, the center crops and the best possible ones.
    public struct Crops: Sendable {
        /// The crops around what the detector found.
        public var reached = CropScore()
        /// The crops around the center of the picture: the baseline.
        public var floor = CropScore()
        /// The best crops that the labels allow: an upper bound for every detector.
        public var ceiling = CropScore()

        /// Counts the crops of others as well.
        public mutating func add(_ other: Crops) {
            reached.add(other.reached)
            floor.add(other.floor)
            ceiling.add(other.ceiling)
        }
    }

    /// What tells the scores in `crops` apart.
    public struct CropKey: Hashable, Sendable {
        /// One of `aspects`.
        public let aspect: AspectRatio
        /// Which of the faces the crops have to hold.
        public let scheme: BoundingScheme

        /// The key of the crops of one aspect and scheme.
        public init(aspect: AspectRatio, scheme: BoundingScheme) {
            self.aspect = aspect
            self.scheme = scheme
        }
    }

    /// A photo with missed or false faces.
    public struct Miss: Sendable {
        /// The photo with its labels.
        public let photo: LabeledPhotos.Photo
        /// The size of the upright picture.
        public let size: PixelSize
        /// The missed and the false faces.
        public let misses: DetectionScore.Misses
    }

    /// A photo that could not be measured.
    public struct Unreadable: Hashable, Sendable {
        /// The photo's `file`.
        public let file: String
        /// The message of the error.
        public let reason: String
    }

    /// What was measured.
    public let subject: Subject
    /// How well the detected faces match the labels. Features of other kinds do not count.
    public private(set) var detection = DetectionScore()
    /// How much of the labeled faces the crops keep, for each aspect and scheme; empty when no photo has a face.
    public private(set) var crops: [CropKey: Crops] = [:]
    /// The same for each kind of photo, in the order of the kinds' first photos; empty when no photo has a kind.
    public private(set) var kinds: [KindScore] = []
    /// How the photos, and crops of the scheme `all` in all aspects for each placement, frame the labeled faces; empty when no photo has one.
    public private(set) var framing: [Framing: FramingScore] = [:]
    /// How much of the marked subjects the crops keep.
    public private(set) var subjects = SubjectScores()
    /// The photos with missed or false faces, in the order they were measured.
    public private(set) var misses: [Miss] = []
    /// Photos that could not be read, detected in or cropped, and why. One that only could not be cropped still counts in `detection`.
    public private(set) var unreadable: [Unreadable] = []

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
    public init(of subject: Subject, on photos: LabeledPhotos, progress: () -> Void = {}) throws {
        self.subject = subject
        let clock = ContinuousClock()
        for photo in photos.photos {
            defer { progress() }
            do {
                let source = try ImageSource(contentsOfFile: photo.path)
                var features: [Feature] = []
                let time = try clock.measure { features = try subject.detector.features(in: source, accuracy: subject.accuracy) }
                add(photo, features, in: source.size, milliseconds: time / .milliseconds(1))
                try addCrops(photo, features, source)
                try subjects.add(photo, features, source)
            } catch let error as BoundedCropError where error.code != .unreadableModel {
                unreadable.append(Unreadable(file: photo.file, reason: error.message))
            }
        }
    }

    /// The crops of a scheme, all aspects combined.
    public func overall(_ scheme: BoundingScheme) -> Crops {
        crops.filter { $0.key.scheme == scheme }.values.reduce(into: Crops()) { $0.add($1) }
    }

    private mutating func add(_ photo: LabeledPhotos.Photo, _ features: [Feature], in size: PixelSize, milliseconds: Double) {
        let features = features.filter { $0.kind == .face }
        let misses = detection.add(features, faces: photo.faces, in: size, milliseconds: milliseconds)
        kinds.change(photo.kind) { _ = $0.detection.add(features, faces: photo.faces, in: size, milliseconds: milliseconds) }
        if !misses.missed.isEmpty || !misses.wrong.isEmpty {
            self.misses.append(Miss(photo: photo, size: size, misses: misses))
        }
    }

    private mutating func addCrops(_ photo: LabeledPhotos.Photo, _ features: [Feature], _ source: ImageSource) throws {
        guard !photo.faces.isEmpty else { return }
        // Detection runs once per photo; its result is used for every shape.
        let cropper = BlockingCropper(detector: FixedFeatureDetector(features))
        for scheme in BoundingScheme.allCases {
            for aspect in Self.aspects {
                var request = CropRequest(.aspect(aspect))
                request.scheme = scheme
                var scores = Crops()
                scores.reached.add(try cropper.plan(source, for: request).crop, photo, in: source.size)
                scores.floor.add(try BestWindow.center(aspect, in: source.size), photo, in: source.size)
                let best = try BestWindow.crop(aspect, scheme: scheme, faces: photo.faces, in: source.size)
                scores.ceiling.add(best, photo, in: source.size)
                crops[CropKey(aspect: aspect, scheme: scheme), default: Crops()].add(scores)
                if scheme == .all { kinds.change(photo.kind) { $0.crops.add(scores) } }
            }
        }
        let faces = photo.faces.map { face in
            let found = features.filter { $0.landmarks != nil }.max {
                $0.rectangle.intersectionOverUnion(face) < $1.rectangle.intersectionOverUnion(face)
            }
            return Feature(face, landmarks: (found?.rectangle.intersectionOverUnion(face) ?? 0) > 0.3 ? found?.landmarks : nil)
        }
        let whole = PixelRect(x: 0, y: 0, width: source.size.width, height: source.size.height)
        framing[.photographer, default: FramingScore()].add(whole, faces)
        for framing in Framing.allCases {
            guard let placement = framing.placement else { continue }
            for aspect in Self.aspects {
                var request = CropRequest(.aspect(aspect))
                request.placement = placement
                self.framing[framing, default: FramingScore()].add(try cropper.plan(source, for: request).crop, faces)
            }
        }
    }
}
