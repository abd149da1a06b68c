internal import BoundedCrop

/// A page of the photos in which an evaluation missed faces or reported false ones.
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
            let pictures = evaluation.misses.map(picture).joined(separator: "\n")
            return
                "<section><h2>\(HTML.escaped(name)): \(evaluation.misses.count) photos</h2>\n<div class=\"row\">\(pictures)</div></section>"
        }
        let legend = "<p>Boxes: <b class=\"dropped\">faces missed</b>, <b class=\"bounds\">detected where no face is labeled</b>.</p>"
        return HTML.page(title: "Missed and false faces", ([legend] + parts).joined(separator: "\n"))
    }

    private func picture(_ miss: Evaluation.Miss) -> String {
        func boxes(_ rectangles: [Rect], _ name: String) -> [String] {
            rectangles.map { HTML.box($0.x, $0.y, $0.width, $0.height, class: name) }
        }
        let address = HTML.address(of: miss.photo.path, from: folder)
        let drawn = boxes(miss.misses.missed, "dropped") + boxes(miss.misses.wrong, "bounds")
        let limit = PixelSize(width: 720, height: 180)
        return """
            <figure>\(HTML.picture(address, size: miss.size, within: limit, boxes: drawn, alt: "The photo"))
            <figcaption>\(HTML.escaped(miss.photo.file))<br>\(miss.misses.missed.count) missed, \(miss.misses.wrong.count) wrong</figcaption></figure>
            """
    }
}
