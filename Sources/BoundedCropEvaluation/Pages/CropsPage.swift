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
            the frames of an animation. After redaction: <b class="covered">what was covered</b>, without its margin, and
            <b class="dropped">what an audit still found in the output</b>.</p>
            \(sections)
            """
        )
    }

    private func section(_ file: String, _ lines: [CropLine]) -> String {
        if let failure = lines.compactMap(\.error).first {
            return "<section><h2>\(HTML.escaped(file))</h2><p class=\"error\">\(HTML.escaped(failure.message))</p></section>"
        }
        let first = lines[0]
        // Of a picture that was skipped, nothing is known.
        let (width, height) = (first.width ?? 1, first.height ?? 1)
        let size = first.width == nil ? "skipped" : "\(width)x\(height)"
        let features = first.features ?? []
        let sightings = first.animation?.tracks.flatMap(\.sightings) ?? []
        let covers = lines.first { $0.covers != nil }?.covers
        let boxes =
            (covers ?? []).map { box($0, class: "covered") } + sightings.map { box($0, class: "seen") }
            + features.map { box($0, class: $0.kept == false ? "dropped" : "kept") }
            + (first.bounds.map { [box($0, class: "bounds")] } ?? [])
        let frames = first.animation.map { ", \($0.frames) frames" } ?? ""
        let crops = lines.compactMap { line in
            line.output.map { figure(line, $0) } ?? line.skipped.map(figure(ofExisting:))
        }
        return """
            <section>
            <h2>\(HTML.escaped(file)) <small>\(size)\(frames)\(found(first))</small></h2>
            <div class="row">
            \(HTML.picture(HTML.address(of: file, from: folder), width: width, height: height, boxes: boxes))
            \(crops.joined(separator: "\n"))
            </div>
            </section>
            """
    }

    /// What a line says of the features; nothing if nobody looked for any.
    private func found(_ line: CropLine) -> String {
        if let covers = line.covers { return covers.isEmpty ? ", nothing covered" : ", \(covers.count) covered" }
        guard let features = line.features, line.reason != "given" else { return "" }
        if !features.isEmpty, features.allSatisfy({ $0.kind == "region" || $0.kind == "focalPoint" }) { return ", \(features.count) given" }
        return features.isEmpty ? ", no face found" : ", \(features.count) found"
    }

    private func figure(ofExisting file: String) -> String {
        """
        <figure><img src="\(HTML.link(to: file, from: folder))" alt="An earlier output">
        <figcaption>not made in this run: it existed already</figcaption></figure>
        """
    }

    private func figure(_ line: CropLine, _ output: CropLine.Output) -> String {
        let (size, link) = ("\(output.width)x\(output.height)", HTML.link(to: output.file, from: folder))
        guard let features = line.features else {
            let visible = line.visible ?? []
            let picture = HTML.picture(
                link,
                width: output.width,
                height: output.height,
                boxes: visible.map { box($0, class: "dropped") },
                alt: "The output, \(size)"
            )
            let audit = line.visible == nil ? "" : "<br>audit: \(visible.isEmpty ? "nothing" : "\(visible.count)") found"
            return "<figure>\(picture)\n<figcaption>\(size)\(audit)</figcaption></figure>"
        }
        let kept = features.count { $0.kept == true }
        let place = line.fallback ?? (line.reason == "given" ? "as given" : "center")
        let what = features.isEmpty ? place : "\(kept) of \(features.count) whole"
        return """
            <figure><img src="\(link)" width="\(output.width)" height="\(output.height)" alt="Cropped to \(size)">
            <figcaption>\(line.scheme ?? ""), \(size)<br>\(what)</figcaption></figure>
            """
    }

    private func box(_ box: CropLine.Box, class name: String) -> String {
        HTML.box(box.x, box.y, box.width, box.height, class: name)
    }
}
