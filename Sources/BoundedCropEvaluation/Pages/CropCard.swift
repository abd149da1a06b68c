internal import BoundedCrop

/// One picture on the page of crops: its crops, what is known of its faces, and the original with its boxes.
struct CropCard {
    /// The worst first; never empty.
    let concerns: [CropConcern]
    private let file: String
    private let lines: [CropLine]
    private let features: [CropLine.Box]
    private let folder: String

    /// How large crops and originals are shown at most.
    private static let cropLimit = PixelSize(width: 320, height: 144)
    private static let originalLimit = PixelSize(width: 960, height: 640)

    init(file: String, lines: [CropLine], folder: String) {
        (self.file, self.folder) = (file, folder)
        // The run that made an output says more of it than a later one that skipped it.
        let made = Set(lines.compactMap(\.output?.file))
        self.lines = lines.filter { line in line.skipped.map { !made.contains($0) } ?? true }
        concerns = CropConcern.all(of: self.lines)
        features = Self.union(self.lines.compactMap(\.features))
    }

    var html: String {
        let crops = lines.compactMap { figure($0) }
        let size = lines.lazy.compactMap(\.size).first
        return """
            <article data-groups="\(concerns.map(\.rawValue).joined(separator: " "))" data-name="\(HTML.escaped(name))">
            <h2><bdi>\(HTML.escaped(name))</bdi>\(facts(size))</h2>
            \(notes.joined(separator: "\n"))
            <div class="row">\(crops.joined(separator: "\n"))</div>
            \(original(size, isOnlyPicture: crops.isEmpty) ?? "")
            </article>
            """
    }

    /// A data URL contains the whole picture.
    private var name: String { file.utf8.count > 1000 ? "\(file.prefix(80))…" : file }

    /// The features of all lines, each once; kept if every line with it kept it. Crops of `--each-face` have one each.
    private static func union(_ lists: [[CropLine.Box]]) -> [CropLine.Box] {
        var (union, places): ([CropLine.Box], [[Double]: Int]) = ([], [:])
        for box in lists.joined() {
            let place = [box.x, box.y, box.width, box.height]
            if let index = places[place] {
                if box.kept == false { union[index].kept = false }
            } else {
                places[place] = union.count
                union.append(box)
            }
        }
        return union
    }

    private func facts(_ size: PixelSize?) -> String {
        let frames = lines.lazy.compactMap(\.animation?.frames).first.map { "\($0) frames" }
        let facts = [size.map { "\($0.width)x\($0.height)" }, frames, found].compactMap(\.self)
        return facts.isEmpty ? "" : " <small>\(facts.joined(separator: ", "))</small>"
    }

    /// How much was found, covered or given; nil if nothing.
    private var found: String? {
        if let covers = lines.lazy.compactMap(\.covers).first { return covers.isEmpty ? nil : "\(covers.count) covered" }
        return features.isEmpty ? nil : "\(features.count) \(features.allSatisfy(\.isGiven) ? "given" : "found")"
    }

    private var notes: [String] {
        let tags = concerns.filter { $0 != .fine && $0 != .corrected }.map { "<b class=\"\($0.rawValue)\">\($0.title)</b>" }
        var corrections: [String] = []
        for word in lines.compactMap(\.corrected).joined() where !corrections.contains(word) { corrections.append(word) }
        let corrected = corrections.isEmpty ? [] : ["<b>corrected: \(HTML.escaped(corrections.joined(separator: ", ")))</b>"]
        let all = tags + corrected
        return (all.isEmpty ? [] : ["<p class=\"tags\">\(all.joined(separator: " "))</p>"])
            + lines.compactMap { $0.error?.message ?? $0.leftOut }.map { "<p class=\"error\">\(HTML.escaped($0))</p>" }
    }

    // MARK: The crops

    private func figure(_ line: CropLine) -> String? {
        if let output = line.output { return figure(line, output) }
        // The output of a source set that was skipped is its manifest.
        guard let skipped = line.skipped, ImageFormat(fileName: skipped) != nil else { return nil }
        return figure(skipped, nil, alt: "An earlier output", caption: "not made in this run")
    }

    private func figure(_ line: CropLine, _ output: CropLine.Output) -> String {
        let size = "\(output.width)x\(output.height)"
        guard let features = line.features else {
            let audit = line.visible.map { ["audit: \($0.isEmpty ? "nothing" : "\($0.count)") found"] } ?? []
            let boxes = (line.visible ?? []).map { box($0, class: "dropped") }
            return figure(output.file, output.size, boxes, alt: "The output, \(size)", caption: ([size] + audit).joined(separator: "<br>"))
        }
        let reasons = ["given": "as given", "likely": "what may be a face"]
        let place = line.fallback ?? line.reason.flatMap { reasons[$0] } ?? "center"
        let whole = features.isEmpty ? place : "\(features.count { $0.kept == true }) of \(features.count) whole"
        let what = line.reason == "closeUp" ? "close-up of eyes and mouth" : whole
        let face = line.name ?? line.face.flatMap { $0 > 0 ? "face \($0)" : nil }
        let first = [face, line.scheme, size].compactMap(\.self).joined(separator: ", ")
        let enlarged = line.enlarged.map { ", enlarged \(Decimals.text($0)) times" } ?? ""
        let alt = "Cropped to \(size)" + (face.map { ", \($0)" } ?? "")
        return figure(output.file, output.size, alt: alt, caption: "\(HTML.escaped(first))<br>\(HTML.escaped(what + enlarged))")
    }

    private func figure(_ file: String, _ size: PixelSize?, _ boxes: [String] = [], alt: String, caption: String) -> String {
        let address = HTML.address(of: file, from: folder)
        let picture = HTML.picture(address, size: size, within: Self.cropLimit, boxes: boxes, alt: alt)
        return "<figure>\(picture)<figcaption>\(caption)</figcaption></figure>"
    }

    // MARK: The original

    /// The original, which is loaded once it is opened, or at once if there is no other picture to see; nil if there is none to show.
    private func original(_ size: PixelSize?, isOnlyPicture: Bool) -> String? {
        let isUnread = size == nil && concerns.contains { $0 == .failed || $0 == .leftOut }
        guard file != "-", !isUnread else { return nil }
        let address = HTML.address(of: file, from: folder)
        let picture = HTML.picture(address, size: size, within: Self.originalLimit, boxes: boxes, alt: "The original")
        if isOnlyPicture { return picture }
        return "<details><summary>Original</summary>\(picture)</details>"
    }

    private var boxes: [String] {
        let covers = lines.lazy.compactMap(\.covers).first ?? []
        let sightings = lines.lazy.compactMap(\.animation).first?.tracks.flatMap(\.sightings) ?? []
        let bounds = lines.lazy.compactMap(\.bounds).first
        let crops = lines.filter { $0.aligned == nil }.compactMap(\.crop)
        return crops.map { box($0, class: "crop") } + covers.map { box($0, class: "covered") } + sightings.map { box($0, class: "seen") }
            + features.map { box($0, class: $0.kept == false ? "dropped" : "kept") }
            + (bounds.map { [box($0, class: "bounds")] } ?? [])
    }

    private func box(_ box: CropLine.Box, class name: String) -> String {
        HTML.box(box.x, box.y, box.width, box.height, class: name)
    }
}
