internal import BoundedCrop

/// An evaluation as JSON.
package struct EvaluationRecord: Encodable, Sendable {
    struct Count: Encodable, Sendable {
        let part: Int
        let whole: Int

        init(_ share: DetectionScore.Share) {
            (part, whole) = (share.part, share.whole)
        }
    }

    struct Crops: Encodable, Sendable {
        struct Scores: Encodable, Sendable {
            let areaKept: Double
            let largestWhole: Double
            let allWhole: Double

            init(_ score: CropScore) {
                (areaKept, largestWhole, allWhole) = (score.areaKept, score.largestWhole, score.allWhole)
            }
        }

        let scheme: BoundingScheme
        /// Nil for all aspects combined.
        let aspect: String?
        let reached: Scores
        let center: Scores
        let best: Scores

        init(scheme: BoundingScheme, aspect: AspectRatio?, _ crops: Evaluation.Crops) {
            self.scheme = scheme
            self.aspect = aspect?.description
            reached = Scores(crops.reached)
            center = Scores(crops.floor)
            best = Scores(crops.ceiling)
        }
    }

    let detector: String
    let accuracy: DetectionAccuracy
    let recall: Double
    let recallAbove5Percent: Double
    let largestFound: Double
    let precision: Double
    let found: [String: Count]
    let falseAlarms: Count
    let millisecondsMedian: Double
    let milliseconds95: Double
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
        found = Dictionary(uniqueKeysWithValues: score.found.map { ($0.key.rawValue, Count($0.value)) })
        falseAlarms = Count(score.falseAlarms)
        millisecondsMedian = score.milliseconds(percentile: 0.5)
        milliseconds95 = score.milliseconds(percentile: 0.95)
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
