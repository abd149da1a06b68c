internal import BoundedCrop

/// A page of the photos in which an evaluation missed faces or reported false ones, those with the largest missed faces first.
package struct MissesPage {
    private let evaluations: [Evaluation]
    private let folder: String

    /// - Parameter path: The page's path, relative to the working directory.
    package init(evaluations: [Evaluation], path: String) {
        self.evaluations = evaluations
        folder = HTML.folder(of: path)
    }

    package var html: String {
        let parts = evaluations.map { evaluation in
            let name = "\(evaluation.subject.detector.name), \(evaluation.subject.accuracy.rawValue)"
            let figures = evaluation.misses.map { Figure($0, evaluation.detection.rules) }
            let sorted = figures.enumerated().sorted { ($1.element.share, $0.offset) < ($0.element.share, $1.offset) }
            let pictures = sorted.map { picture($0.element) }.joined(separator: "\n")
            return
                "<section><h2>\(HTML.escaped(name)): \(evaluation.misses.count) photos</h2>\n<div class=\"row\">\(pictures)</div></section>"
        }
        let legend = "<p>Boxes: <b class=\"dropped\">faces missed</b>, <b class=\"bounds\">detected where no face is labeled</b>.</p>"
        return HTML.page(title: "Missed and false faces", ([legend] + parts).joined(separator: "\n"))
    }

    /// A photo, and what is said of its largest missed face.
    private struct Figure {
        let miss: Evaluation.Miss
        /// The height of that face as a share of the long side; 0 if no face was missed.
        let share: Double
        let largest: String?

        init(_ miss: Evaluation.Miss, _ rules: EvaluationRules) {
            self.miss = miss
            let photo = miss.photo
            let index = miss.misses.missed.max { photo.faces[$0].height < photo.faces[$1].height }
            let share = index.map { photo.faces[$0].height / Double(miss.size.longSide) } ?? 0
            self.share = share
            largest = index.map { index in
                let attributes = photo.attributes.isEmpty ? [:] : photo.attributes[index]
                let words = attributes.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
                return ([rules.size(ofShare: share).description] + words).joined(separator: ", ")
            }
        }
    }

    private func picture(_ figure: Figure) -> String {
        func boxes(_ rectangles: [Rect], _ name: String) -> [String] {
            rectangles.map { HTML.box($0.x, $0.y, $0.width, $0.height, class: name) }
        }
        let miss = figure.miss
        let address = HTML.address(of: miss.photo.path, from: folder)
        let drawn = boxes(miss.missed, "dropped") + boxes(miss.misses.wrong, "bounds")
        let limit = PixelSize(width: 720, height: 180)
        let largest = figure.largest.map { "<br>largest missed: \(HTML.escaped($0))" } ?? ""
        return """
            <figure>\(HTML.picture(address, size: miss.size, within: limit, boxes: drawn, alt: "The photo"))
            <figcaption>\(HTML.escaped(miss.photo.file))<br>\(miss.missed.count) missed, \(miss.misses.wrong.count) wrong\(largest)</figcaption></figure>
            """
    }
}
