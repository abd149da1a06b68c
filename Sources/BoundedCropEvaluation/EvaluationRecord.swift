internal import BoundedCrop

/// An evaluation as JSON.
package struct EvaluationRecord: Encodable, Sendable {
    struct Count: Encodable, Sendable {
        let part: Int
        let whole: Int

        init(_ share: DetectionScore.Share) {
            (part, whole) = (share.part, share.whole)
        }

        static func bySize(_ shares: [DetectionScore.FaceSize: DetectionScore.Share]) -> [String: Count] {
            Dictionary(uniqueKeysWithValues: shares.map { ($0.key.description, Count($0.value)) })
        }
    }

    struct Crops: Encodable, Sendable {
        struct Scores: Encodable, Sendable {
            let areaKept: Double
            let largestWhole: Double
            let allWhole: Double
            let facesCut: Double

            init(_ score: CropScore) {
                (areaKept, largestWhole, allWhole, facesCut) = (score.areaKept, score.largestWhole, score.allWhole, score.faceCut)
            }
        }

        let scheme: BoundingScheme
        /// Nil for all aspects combined.
        let aspect: String?
        let reached: Scores
        let center: Scores
        let best: Scores
        let areaOfBest: Double
        let largestWholeOfPossible: Count

        init(scheme: BoundingScheme, aspect: AspectRatio?, _ crops: Evaluation.Crops) {
            self.scheme = scheme
            self.aspect = aspect?.description
            reached = Scores(crops.reached)
            center = Scores(crops.floor)
            best = Scores(crops.ceiling)
            areaOfBest = crops.areaOfBest
            largestWholeOfPossible = Count(crops.largestOfPossible)
        }
    }

    struct Bin: Encodable, Sendable {
        let from: Double
        let to: Double
        let detections: Int
        let faces: Int
        let meanConfidence: Double

        init(_ bin: DetectionRanking.Bin) {
            (from, to) = (bin.confidences.lowerBound, bin.confidences.upperBound)
            (detections, faces, meanConfidence) = (bin.faces.whole, bin.faces.part, bin.meanConfidence)
        }
    }

    struct Attribute: Encodable, Sendable {
        let attribute: String
        let value: String
        let foundFrom5Percent: Count
        let foundFrom2To5Percent: Count

        init(_ row: AttributeScores.Row) {
            (attribute, value, foundFrom5Percent, foundFrom2To5Percent) = (row.attribute, row.value, Count(row.large), Count(row.small))
        }
    }

    struct Hiding: Encodable, Sendable {
        let covered: Count
        let coveredBySize: [String: Count]
        let coveredForNothing: Double

        init(_ score: HidingScore) {
            covered = Count(score.allCovered)
            coveredBySize = Count.bySize(score.covered)
            coveredForNothing = score.forNothing
        }
    }

    let detector: String
    let accuracy: DetectionAccuracy
    let recall: Double
    let recallAbove5Percent: Double
    let largestFound: Double
    let precision: Double
    /// Nil when no photo has a face.
    let averagePrecision: Double?
    let found: [String: Count]
    let falseAlarms: Count
    let millisecondsMedian: Double
    let milliseconds95: Double
    let calibration: [Bin]
    /// Nil when faces have no attributes that differ.
    let attributes: [Attribute]?
    /// Nil unless it was measured.
    let hiding: Hiding?
    let crops: [Crops]
    let kinds: [KindRecord]
    /// Nil when no photo has a face.
    let framing: [FramingRecord]?
    /// Nil when no photo has a marked subject.
    let subjects: [SubjectRecord]?
    let unreadable: [String: String]

    package init(_ evaluation: Evaluation) {
        let score = evaluation.detection
        detector = evaluation.subject.detector.name
        accuracy = evaluation.subject.accuracy
        recall = score.recall.value
        recallAbove5Percent = score.recallAboveTiny.value
        largestFound = score.largestFound.value
        precision = score.right.value
        averagePrecision = score.ranking.averagePrecision
        found = Count.bySize(score.found)
        falseAlarms = Count(score.falseAlarms)
        millisecondsMedian = score.milliseconds(percentile: 0.5)
        milliseconds95 = score.milliseconds(percentile: 0.95)
        calibration = score.ranking.calibration.map { Bin($0) }
        let rows = score.attributes.rows
        attributes = rows.isEmpty ? nil : rows.map { Attribute($0) }
        hiding = evaluation.hiding.map { Hiding($0) }
        crops = BoundingScheme.allCases.flatMap { scheme in
            Evaluation.aspects.compactMap { aspect in
                evaluation.crops[.init(aspect: aspect, scheme: scheme)].map { Crops(scheme: scheme, aspect: aspect, $0) }
            } + [Crops(scheme: scheme, aspect: nil, evaluation.overall(scheme))]
        }
        kinds = evaluation.kinds.map { KindRecord($0) }
        framing = FramingRecord.records(evaluation.framing)
        subjects = SubjectRecord.records(evaluation.subjects)
        unreadable = Dictionary(evaluation.unreadable.map { ($0.file, $0.reason) }) { first, _ in first }
    }
}
