/// A page of pictures with boxes around their faces, and the crops made of each.
struct ReportPage {
    let lines: [ReportLine]
    /// The folder that the page goes into, from which its links start.
    let folder: String

    var html: String {
        var order: [String] = []
        var groups: [String: [ReportLine]] = [:]
        for line in lines {
            if groups[line.file] == nil { order.append(line.file) }
            groups[line.file, default: []].append(line)
        }
        let sections = order.map { section($0, groups[$0] ?? []) }.joined(separator: "\n")
        return """
            <!DOCTYPE html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>BoundedCrop: \(order.count) pictures</title>
            <style>\(Self.style)</style>
            <h1>\(order.count) pictures and their crops</h1>
            <p>Boxes: <b class="kept">faces kept whole</b>, <b class="dropped">faces that no crop of that shape could keep as well</b>,
            <b class="bounds">the bounding rectangle with its padding</b> (scheme all, first shape).</p>
            \(sections)
            </html>

            """
    }

    private func section(_ file: String, _ lines: [ReportLine]) -> String {
        if let failure = lines.compactMap(\.error).first {
            return "<section><h2>\(Self.escaped(file))</h2><p class=\"error\">\(Self.escaped(failure.message))</p></section>"
        }
        let first = lines[0]
        let (width, height) = (first.width ?? 1, first.height ?? 1)
        let features = first.features ?? []
        let boxes =
            features.map { box($0, class: $0.kept == false ? "dropped" : "kept") } + (first.bounds.map { [box($0, class: "bounds")] } ?? [])
        let crops = lines.compactMap { line in line.output.map { figure(line, $0) } }
        return """
            <section>
            <h2>\(Self.escaped(file)) <small>\(width)x\(height), \(features.isEmpty ? "no face found" : "\(features.count) found")</small></h2>
            <div class="row">
            <div class="original">
            <img src="\(link(file))" alt="The original">
            <svg viewBox="0 0 \(width) \(height)" preserveAspectRatio="none" aria-hidden="true">\(boxes.joined())</svg>
            </div>
            \(crops.joined(separator: "\n"))
            </div>
            </section>
            """
    }

    private func figure(_ line: ReportLine, _ output: ReportLine.Output) -> String {
        let features = line.features ?? []
        let kept = features.count { $0.kept == true }
        let what = features.isEmpty ? line.fallback ?? "centre" : "\(kept) of \(features.count) whole"
        return """
            <figure><img src="\(link(output.file))" width="\(output.width)" height="\(output.height)" alt="Cropped to \(output.width)x\(output.height)">
            <figcaption>\(line.scheme ?? ""), \(output.width)x\(output.height)<br>\(what)</figcaption></figure>
            """
    }

    private func box(_ box: ReportLine.Box, class name: String) -> String {
        "<rect class=\"\(name)\" x=\"\(box.x)\" y=\"\(box.y)\" width=\"\(box.width)\" height=\"\(box.height)\"/>"
    }

    /// From the page's folder to a file, both named from where the command runs.
    private func link(_ file: String) -> String {
        guard !file.hasPrefix("/") else { return Self.escaped("file://" + file) }
        var from = folder.split(separator: "/").filter { $0 != "." }[...]
        var to = file.split(separator: "/").filter { $0 != "." }[...]
        while let one = from.first, one == to.first, to.count > 1 {
            from = from.dropFirst()
            to = to.dropFirst()
        }
        let up = from.map { _ in Substring("..") }
        return (up + to).map { Self.escapedInLink(String($0)) }.joined(separator: "/")
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            default: escaped.append(character)
            }
        }
        return escaped
    }

    private static func escapedInLink(_ text: String) -> String {
        let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
        return text.utf8.map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return plain.contains(byte) ? String(UnicodeScalar(byte)) : "%" + (digits.count < 2 ? "0" : "") + digits
        }.joined()
    }

    private static let style = """
        :root { color-scheme: light dark; font: 15px/1.4 system-ui, sans-serif; }
        body { margin: 2rem auto; max-width: 80rem; padding: 0 1rem; }
        h2 { font-size: 1rem; margin: 2rem 0 .5rem; }
        small, figcaption { font-weight: normal; opacity: .75; font-size: .85rem; }
        .row { display: flex; flex-wrap: wrap; gap: 1rem; align-items: flex-start; }
        .original { position: relative; flex: none; }
        .original img { display: block; height: 220px; width: auto; max-width: 100%; }
        .original svg { position: absolute; inset: 0; width: 100%; height: 100%; }
        figure { margin: 0; max-width: 24rem; }
        figure img { display: block; max-width: 100%; max-height: 220px; width: auto; height: auto; }
        rect { fill: none; stroke-width: 3; vector-effect: non-scaling-stroke; }
        rect.kept { stroke: #18c964; } rect.dropped { stroke: #ff4040; } rect.bounds { stroke: #ffc400; stroke-dasharray: 6 4; }
        b.kept { color: #0c8f45; } b.dropped { color: #d92020; } b.bounds { color: #a87f00; } .error { color: #d92020; }
        """
}
