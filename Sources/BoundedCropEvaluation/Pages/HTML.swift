internal import BoundedCrop
internal import FoundationEssentials

/// The HTML that pages and snippets have in common.
package enum HTML {
    package static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }

    /// A link from a page's folder to a file, both relative to the working directory.
    package static func link(to file: String, from folder: String) -> String {
        guard !file.hasPrefix("/") else { return "file://" + file.split(separator: "/").map { "/" + escapedInLink(String($0)) }.joined() }
        var from = folder.split(separator: "/").filter { $0 != "." }[...]
        var to = file.split(separator: "/").filter { $0 != "." }[...]
        while let one = from.first, one == to.first, to.count > 1 {
            from = from.dropFirst()
            to = to.dropFirst()
        }
        let up = from.map { _ in Substring("..") }
        return (up + to).map { escapedInLink(String($0)) }.joined(separator: "/")
    }

    package static func escaped(_ text: String) -> String {
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

    /// A box in an SVG drawing over a picture.
    static func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double, class name: String) -> String {
        "<rect class=\"\(name)\" x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\"/>"
    }

    /// A picture with boxes over it.
    static func picture(_ address: String, width: Int, height: Int, boxes: [String], alt: String = "The original") -> String {
        """
        <div class="original">
        <img src="\(address)" alt="\(alt)">
        <svg viewBox="0 0 \(width) \(height)" preserveAspectRatio="none" aria-hidden="true">\(boxes.joined())</svg>
        </div>
        """
    }

    static func page(title: String, _ body: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>BoundedCrop: \(escaped(title))</title>
        <style>\(style)</style>
        <h1>\(escaped(title))</h1>
        \(body)
        </html>

        """
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
        .original img { display: block; height: 180px; width: auto; max-width: 100%; }
        .original svg { position: absolute; inset: 0; width: 100%; height: 100%; }
        figure { margin: 0; max-width: 24rem; }
        figure img { display: block; max-width: 100%; max-height: 180px; width: auto; height: auto; }
        rect { fill: none; stroke-width: 3; vector-effect: non-scaling-stroke; }
        rect.kept { stroke: #18c964; } rect.dropped { stroke: #ff4040; } rect.bounds { stroke: #ffc400; stroke-dasharray: 6 4; }
        rect.covered { stroke: #7a5cff; } b.covered { color: #6a4cf0; }
        rect.seen { stroke: #fff; stroke-width: 1; stroke-opacity: .7; }
        b.kept { color: #0c8f45; } b.dropped { color: #d92020; } b.bounds { color: #a87f00; } .error { color: #d92020; }
        """
}

extension HTML {
    /// As large as pages show pictures on a screen of high resolution.
    private static let longSide = 720

    /// The address of a picture for a page: a link to the file, or the picture itself if browsers do not show files of its format.
    static func address(of file: String, from folder: String) -> String {
        guard let format = ImageFormat(fileName: file), [.heic, .tiff].contains(format), let bytes = try? shown(file) else {
            return link(to: file, from: folder)
        }
        return "data:image/webp;base64," + Data(bytes).base64EncodedString()
    }

    private static func shown(_ file: String) throws -> [UInt8] {
        try ImageSource(contentsOfFile: file).pixels(longSide: longSide).blocking.encoded(as: .webp(quality: 80))
    }
}
