package import BoundedCrop

/// Detectors and their crops, measured on labeled photos.
package struct Evaluation: Sendable {
    package static let aspects = ["1:1", "3:1", "1:3", "16:9", "4:5"].compactMap { AspectRatio($0) }

    /// A detector at one accuracy.
    package struct Subject: Sendable {
        package let detector: any FeatureDetector
        package let accuracy: DetectionAccuracy

        package init(detector: any FeatureDetector, accuracy: DetectionAccuracy) {
            self.detector = detector
            self.accuracy = accuracy
        }
    }

    /// Crops of one aspect and scheme: the actual crops, the center crops and the best possible ones.
    package struct Crops: Sendable {
        package var reached = CropScore()
        package var floor = CropScore()
        package var ceiling = CropScore()

        package mutating func add(_ other: Crops) {
            reached.add(other.reached)
            floor.add(other.floor)
            ceiling.add(other.ceiling)
        }
    }

    package struct CropKey: Hashable, Sendable {
        package let aspect: AspectRatio
        package let scheme: BoundingScheme

        package init(aspect: AspectRatio, scheme: BoundingScheme) {
            self.aspect = aspect
            self.scheme = scheme
        }
    }

    /// A photo with missed or false faces.
    package struct Miss: Sendable {
        package let photo: LabelledPhotos.Photo
        package let size: PixelSize
        package let misses: DetectionScore.Misses
    }

    package let subject: Subject
    package private(set) var detection = DetectionScore()
    package private(set) var crops: [CropKey: Crops] = [:]
    package private(set) var misses: [Miss] = []
    /// Photos that could not be read, and why.
    package private(set) var unreadable: [(file: String, reason: String)] = []

    /// Measures one detector at one accuracy. Photos that cannot be read are left out and listed.
    /// - Parameter progress: Called after each photo.
    package init(of subject: Subject, on photos: LabelledPhotos, progress: () -> Void = {}) throws {
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
            } catch let error as BoundedCropError where error.code != .unreadableModel {
                unreadable.append((photo.file, error.message))
            }
        }
    }

    /// All aspects of a scheme combined.
    package func overall(_ scheme: BoundingScheme) -> Crops {
        crops.filter { $0.key.scheme == scheme }.values.reduce(into: Crops()) { $0.add($1) }
    }

    private mutating func add(_ photo: LabelledPhotos.Photo, _ features: [Feature], in size: PixelSize, milliseconds: Double) {
        let misses = detection.add(features, faces: photo.faces, in: size, milliseconds: milliseconds)
        if !misses.missed.isEmpty || !misses.wrong.isEmpty {
            self.misses.append(Miss(photo: photo, size: size, misses: misses))
        }
    }

    private mutating func addCrops(_ photo: LabelledPhotos.Photo, _ features: [Feature], _ source: ImageSource) throws {
        guard !photo.faces.isEmpty else { return }
        // Detection runs once per photo; its result is used for every shape.
        let cropper = BoundedCropper(detector: FixedFeatureDetector(features), cache: nil)
        for scheme in BoundingScheme.allCases {
            for aspect in Self.aspects {
                var request = CropRequest(.aspect(aspect))
                request.scheme = scheme
                var scores = crops[CropKey(aspect: aspect, scheme: scheme)] ?? Crops()
                scores.reached.add(try cropper.blocking.plan(source, for: request).crop, photo, in: source.size)
                scores.floor.add(try BestWindow.center(aspect, in: source.size), photo, in: source.size)
                let best = try BestWindow.crop(aspect, scheme: scheme, faces: photo.faces, in: source.size)
                scores.ceiling.add(best, photo, in: source.size)
                crops[CropKey(aspect: aspect, scheme: scheme)] = scores
            }
        }
    }
}
