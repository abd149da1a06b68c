/// A page of pictures with boxes around their faces, and the crops made of each.
package struct CropsPage {
    let lines: [CropLine]
    /// The folder of the page; links are relative to it.
    let folder: String

    /// - Parameter path: The page's path, relative to the working directory.
    package init(lines: [CropLine], path: String) {
        self.lines = lines
        folder = HTML.folder(of: path)
    }

    package var html: String {
        var order: [String] = []
        var groups: [String: [CropLine]] = [:]
        for line in lines {
            if groups[line.file] == nil { order.append(line.file) }
            groups[line.file, default: []].append(line)
        }
        let sections = order.map { section($0, groups[$0] ?? []) }.joined(separator: "\n")
        return HTML.page(
            title: "\(order.count) pictures and their crops",
            """
            <p>Boxes: <b class="kept">faces kept whole</b>, <b class="dropped">faces that no crop of that shape could keep as well</b>,
            <b class="bounds">the bounding rectangle with its padding</b> (scheme all, first shape). Thin boxes: where a face was seen in
            the frames of an animation.</p>
            \(sections)
            """
        )
    }

    private func section(_ file: String, _ lines: [CropLine]) -> String {
        if let failure = lines.compactMap(\.error).first {
            return "<section><h2>\(HTML.escaped(file))</h2><p class=\"error\">\(HTML.escaped(failure.message))</p></section>"
        }
        let first = lines[0]
        let (width, height) = (first.width ?? 1, first.height ?? 1)
        let features = first.features ?? []
        let sightings = first.animation?.tracks.flatMap(\.sightings) ?? []
        let boxes =
            sightings.map { box($0, class: "seen") } + features.map { box($0, class: $0.kept == false ? "dropped" : "kept") }
            + (first.bounds.map { [box($0, class: "bounds")] } ?? [])
        let frames = first.animation.map { ", \($0.frames) frames" } ?? ""
        let found = features.isEmpty ? "no face found" : "\(features.count) found"
        let crops = lines.compactMap { line in line.output.map { figure(line, $0) } }
        return """
            <section>
            <h2>\(HTML.escaped(file)) <small>\(width)x\(height)\(frames), \(found)</small></h2>
            <div class="row">
            \(HTML.picture(HTML.address(of: file, from: folder), width: width, height: height, boxes: boxes))
            \(crops.joined(separator: "\n"))
            </div>
            </section>
            """
    }

    private func figure(_ line: CropLine, _ output: CropLine.Output) -> String {
        let features = line.features ?? []
        let kept = features.count { $0.kept == true }
        let what = features.isEmpty ? line.fallback ?? "center" : "\(kept) of \(features.count) whole"
        return """
            <figure><img src="\(HTML.link(to: output.file, from: folder))" width="\(output.width)" height="\(output.height)" alt="Cropped to \(output.width)x\(output.height)">
            <figcaption>\(line.scheme ?? ""), \(output.width)x\(output.height)<br>\(what)</figcaption></figure>
            """
    }

    private func box(_ box: CropLine.Box, class name: String) -> String {
        HTML.box(box.x, box.y, box.width, box.height, class: name)
    }
}
