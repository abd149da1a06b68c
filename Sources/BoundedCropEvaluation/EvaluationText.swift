internal import BoundedCrop

/// The tables of an evaluation, in Markdown aligned for reading.
package struct EvaluationText {
    package let evaluations: [Evaluation]

    package init(_ evaluations: [Evaluation]) {
        self.evaluations = evaluations
    }

    package var detections: String {
        let header =
            ["detector", "accuracy", "found"] + sizes.map(\.description) + [
                "largest found", "precision", "AP", "false alarms", "ms median", "ms p95",
            ]
        let rows = evaluations.map { evaluation in
            let score = evaluation.detection
            return names(evaluation) + [percent(score.recall)]
                + sizes.map { count(score.found[$0]) }
                + [
                    percent(score.largestFound), percent(score.right), score.ranking.averagePrecision.map(percent) ?? "-",
                    "\(score.falseAlarms.part)/\(score.falseAlarms.whole)",
                    tenths(score.milliseconds(percentile: 0.5)), tenths(score.milliseconds(percentile: 0.95)),
                ]
        }
        return Self.table(header, rows)
    }

    private var sizes: [DetectionScore.FaceSize] { evaluations.first?.detection.rules.sizes ?? [] }

    private func names(_ evaluation: Evaluation) -> [String] {
        [evaluation.subject.detector.name, evaluation.subject.accuracy.rawValue]
    }

    /// A dash where there is nothing to count.
    private func count(_ share: DetectionScore.Share?) -> String {
        share.flatMap { $0.whole == 0 ? nil : "\($0.part)/\($0.whole)" } ?? "-"
    }

    package var padding: String {
        let header = ["detector", "accuracy", "padding enough for", "top", "right", "bottom", "left"]
        let rows = evaluations.flatMap { evaluation in
            [0.5, 0.9, 0.98].map { share in
                let sides = [\PaddingNeed.top, \.right, \.bottom, \.left].map { side in
                    evaluation.detection.paddingNeed.top.isEmpty
                        ? "-" : percent(evaluation.detection.paddingNeed.enough(for: share, side))
                }
                return names(evaluation) + ["\(Int(share * 100))% of faces"] + sides
            }
        }
        return Self.table(header, rows)
    }

    package var crops: String {
        let header = [
            "detector", "accuracy", "scheme", "aspect", "face area kept", "center", "best possible", "of best", "largest whole", "center",
            "best possible", "of possible", "all whole", "center", "best possible", "faces cut",
        ]
        var rows: [[String]] = []
        for evaluation in evaluations {
            for scheme in BoundingScheme.allCases {
                for aspect in Evaluation.aspects {
                    guard let crops = evaluation.crops[.init(aspect: aspect, scheme: scheme)] else { continue }
                    rows.append(row(evaluation, scheme, aspect.description, crops))
                }
                rows.append(row(evaluation, scheme, "all five", evaluation.overall(scheme)))
            }
        }
        return Self.table(header, rows)
    }

    private func row(_ evaluation: Evaluation, _ scheme: BoundingScheme, _ aspect: String, _ crops: Evaluation.Crops) -> [String] {
        func shares(_ kind: KeyPath<CropScore, Double>) -> [String] {
            [crops.reached, crops.floor, crops.ceiling].map { $0.isEmpty ? "-" : percent($0[keyPath: kind]) }
        }
        let cells =
            shares(\.areaKept) + [crops.reached.isEmpty ? "-" : percent(crops.areaOfBest)]
            + shares(\.largestWhole) + [percent(crops.largestOfPossible)]
            + shares(\.allWhole) + [scheme == .all ? shares(\.faceCut)[0] : "-"]
        return names(evaluation) + [scheme.rawValue, aspect] + cells
    }

    /// A dash where there is nothing to take a share of.
    func percent(_ share: DetectionScore.Share) -> String { share.whole == 0 ? "-" : percent(share.value) }

    func percent(_ value: Double) -> String { tenths(value * 100) + "%" }

    func tenths(_ value: Double) -> String { String((value * 10).rounded() / 10) }

    static func table(_ header: [String], _ rows: [[String]]) -> String {
        let widths = header.indices.map { column in ([header] + rows).map { $0[column].count }.max() ?? 0 }
        func line(_ cells: [String]) -> String {
            let padded = zip(cells, widths).map { cell, width in cell + String(repeating: " ", count: width - cell.count) }
            return "| " + padded.joined(separator: " | ") + " |"
        }
        let rule = "| " + widths.map { String(repeating: "-", count: $0) }.joined(separator: " | ") + " |"
        return ([line(header), rule] + rows.map(line)).joined(separator: "\n")
    }
}

extension EvaluationText {
    /// A row for each value of an attribute, with the faces found of at least 5% of the long side, and of 2 to 5%; nil when there are none.
    package var attributes: String? {
        let header = ["detector", "accuracy", "found by attribute", "from 5%", "2-5%"]
        let rows = evaluations.flatMap { evaluation in
            evaluation.detection.attributes.rows.map { row in
                names(evaluation) + ["\(row.attribute)=\(row.value)", count(row.large), count(row.small)]
            }
        }
        return rows.isEmpty ? nil : Self.table(header, rows)
    }

    /// How often detections of each confidence are faces; nil when nothing was detected.
    package var calibration: String? {
        let header = ["detector", "accuracy", "confidence", "detections", "faces", "mean confidence"]
        let rows = evaluations.flatMap { evaluation in
            evaluation.detection.ranking.calibration.filter { $0.faces.whole > 0 }.map { bin in
                let bounds = [bin.confidences.lowerBound, bin.confidences.upperBound].map { "\(Int(($0 * 100).rounded()))" }
                return names(evaluation)
                    + [bounds.joined(separator: "-") + "%", "\(bin.faces.whole)", percent(bin.faces), percent(bin.meanConfidence)]
            }
        }
        return rows.isEmpty ? nil : Self.table(header, rows)
    }

    /// What redaction would cover; nil unless it was measured.
    package var hiding: String? {
        let header = ["detector", "accuracy", "faces covered"] + sizes.map(\.description) + ["covered for nothing"]
        let rows = evaluations.compactMap { evaluation in
            evaluation.hiding.map { score in
                names(evaluation) + [percent(score.allCovered)] + sizes.map { count(score.covered[$0]) } + [percent(score.forNothing)]
            }
        }
        return rows.isEmpty ? nil : Self.table(header, rows)
    }
}

extension EvaluationText {
    /// A row for each kind of photo; nil when no photo has a kind.
    package var kinds: String? {
        let header = [
            "detector", "accuracy", "kind", "photos", "found", "recall", "precision", "false alarms", "face area kept", "best possible",
            "ms median",
        ]
        let rows = evaluations.flatMap { evaluation in
            evaluation.kinds.map { names(evaluation) + cells($0) }
        }
        return rows.isEmpty ? nil : Self.table(header, rows)
    }

    private func cells(_ score: KindScore) -> [String] {
        let detection = score.detection
        let kept = [score.crops.reached, score.crops.ceiling].map { $0.isEmpty ? "-" : percent($0.areaKept) }
        let counts = [detection.recall, detection.falseAlarms].map { count($0) }
        return [score.kind, "\(detection.milliseconds.count)", counts[0], percent(detection.recall), percent(detection.right), counts[1]]
            + kept + [tenths(detection.milliseconds(percentile: 0.5))]
    }
}

extension EvaluationText {
    /// How the photos and their crops frame faces; nil when no photo has a face.
    package var framing: String? {
        let header = ["detector", "accuracy", "placement", "crops", "eyes from the top", "headroom", "eyes and mouth whole", "people cut"]
        let rows = evaluations.flatMap { evaluation in
            Framing.allCases.compactMap { framing in
                evaluation.framing[framing].map { score in
                    names(evaluation) + [framing.rawValue]
                        + ["\(score.cutPeople.whole)", percent(score.eyeHeight), percent(score.headroom)]
                        + [percent(score.features), percent(score.cutPeople)]
                }
            }
        }
        return rows.isEmpty ? nil : Self.table(header, rows)
    }
}

extension EvaluationText {
    /// How much of the marked subjects the crops keep; nil when no photo has one.
    package var subjects: String? {
        let header = ["detector", "accuracy", "kind", "crops", "subject kept", "center", "best possible", "of best"]
        let rows = evaluations.flatMap { evaluation in
            evaluation.subjects.rows.map { kind, score in
                names(evaluation) + [kind ?? "all", "\(score.count)"]
                    + [score.kept, score.center, score.best, score.ofBest].map(percent)
            }
        }
        return rows.isEmpty ? nil : Self.table(header, rows)
    }
}
