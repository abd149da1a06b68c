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
        // Not by characters: a quotation mark with an accent is one, and ends an attribute all the same.
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// A box in an SVG drawing over a picture.
    static func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double, class name: String) -> String {
        "<rect class=\"\(name)\" x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\"/>"
    }

    /// A picture with boxes over it. It is loaded when it comes near the screen, and takes its place before.
    ///
    /// - Parameters:
    ///   - size: The size in which boxes count, which may be larger than the file's; nil if it is unknown.
    ///   - limit: How large it is shown at most, in a large window.
    static func picture(_ address: String, size: PixelSize?, within limit: PixelSize, boxes: [String] = [], alt: String) -> String {
        guard let size else { return "<img class=\"unknown\" src=\"\(address)\" loading=\"lazy\" decoding=\"async\" alt=\"\(alt)\">" }
        let scale = min(1, Double(limit.width) / Double(size.width), Double(limit.height) / Double(size.height))
        let (width, height) = (max(1, Int((Double(size.width) * scale).rounded())), max(1, Int((Double(size.height) * scale).rounded())))
        let place = "width=\"\(width)\" height=\"\(height)\" loading=\"lazy\" decoding=\"async\""
        let image = "<img src=\"\(address)\" \(place) alt=\"\(alt)\">"
        if boxes.isEmpty { return image }
        return """
            <div class="boxed">\(image)
            <svg viewBox="0 0 \(size.width) \(size.height)" preserveAspectRatio="none" aria-hidden="true">\(boxes.joined())</svg></div>
            """
    }

    /// - Parameter script: Runs when the page is read. No other script does, whatever the body says.
    static func page(title: String, _ body: String, style: String = "", script: String? = nil) -> String {
        let style = "\(Self.style)\n\(style)"
        let policy = [
            "default-src 'none'", "img-src 'self' file: data: http: https:", "style-src '\(hash(of: style))'",
            "script-src \(script.map { "'\(hash(of: $0))'" } ?? "'none'")", "base-uri 'none'", "form-action 'none'",
        ]
        return """
            <!DOCTYPE html>
            <html lang="en">
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(policy.joined(separator: "; "))">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>BoundedCrop: \(escaped(title))</title>
            <style>\(style)</style>
            <main>
            <h1>\(escaped(title))</h1>
            \(body)
            </main>
            \(script.map { "<script>\($0)</script>" } ?? "")
            </html>

            """
    }

    /// By which a Content-Security-Policy knows a style or a script.
    private static func hash(of text: String) -> String { "sha256-" + Data(SHA256.hash(of: Array(text.utf8))).base64EncodedString() }

    private static func escapedInLink(_ text: String) -> String {
        let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
        return text.utf8.map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return plain.contains(byte) ? String(UnicodeScalar(byte)) : "%" + (digits.count < 2 ? "0" : "") + digits
        }.joined()
    }

    private static let style = """
        :root { color-scheme: light dark; font: 15px/1.4 system-ui, sans-serif;
            --bad: #b3261e; --good: #08703a; --bounds: #7a5c00; --covered: #5b3ddb; --crop: #1559c4; }
        @media (prefers-color-scheme: dark) {
            :root { --bad: #ff8a80; --good: #4cd68a; --bounds: #ffc400; --covered: #b3a1ff; --crop: #8ab8ff; }
        }
        body { margin: 2rem auto; max-width: 80rem; padding: 0 1rem; background: Canvas; color: CanvasText; }
        h1 { font-size: 1.4rem; margin: 0 0 .75rem; }
        h2 { font-size: 1rem; margin: 2rem 0 .5rem; }
        small, figcaption { font-weight: normal; opacity: .8; font-size: .85rem; }
        .row { display: flex; flex-wrap: wrap; gap: 1rem; align-items: flex-start; }
        figure { margin: 0; max-width: 100%; }
        img { display: block; max-width: 100%; height: auto; }
        img.unknown { width: 9rem; height: 9rem; object-fit: contain; }
        details > img.unknown, article > img.unknown { width: 100%; height: 16rem; }
        .boxed { position: relative; width: fit-content; max-width: 100%; }
        .boxed svg { position: absolute; inset: 0; width: 100%; height: 100%; }
        rect { fill: none; stroke-width: 3; vector-effect: non-scaling-stroke; }
        rect.kept { stroke: #18c964; } rect.dropped { stroke: #ff4040; } rect.bounds { stroke: #ffc400; stroke-dasharray: 6 4; }
        rect.covered { stroke: #7a5cff; } b.covered { color: var(--covered); }
        rect.seen { stroke: #fff; stroke-width: 1; stroke-opacity: .7; }
        b.kept { color: var(--good); } b.dropped, .error { color: var(--bad); } b.bounds { color: var(--bounds); }
        """
}

extension HTML {
    /// As large as pages show pictures on a screen of high resolution.
    private static let longSide = 720

    /// The address of a picture for a page: a link to the file, or the picture itself if browsers do not show files of its format.
    ///
    /// - Parameter file: A path, or a URL.
    static func address(of file: String, from folder: String) -> String {
        if ["http://", "https://", "data:image/"].contains(where: file.hasPrefix) { return escaped(file) }
        guard let format = ImageFormat(fileName: file), [.heic, .jp2, .jxl, .raw, .tiff].contains(format), let bytes = try? shown(file)
        else {
            return link(to: file, from: folder)
        }
        return "data:image/webp;base64," + Data(bytes).base64EncodedString()
    }

    private static func shown(_ file: String) throws -> [UInt8] {
        try ImageSource(contentsOfFile: file).pixels(longSide: longSide).blocking.encoded(as: .webp(quality: 80))
    }
}
