/// XML as text again, with prefixes of its own for namespaces.
extension XMLTree.Element {
    /// This element and its descendants as XML. White space between elements and comments are lost.
    var markup: String {
        var writer = Writer()
        let body = writer.markup(of: self)
        let declarations = writer.prefixes.sorted { $0.value < $1.value }.map { #" xmlns:\#($0.value)="\#(Writer.escaped($0.key))""# }
        // Scalars, because a mark after ">" would be one character with it.
        let end = body.unicodeScalars.firstIndex { $0 == ">" || $0 == " " || $0 == "/" } ?? body.endIndex
        return body[..<end] + declarations.joined() + body[end...]
    }

    private struct Writer {
        /// By namespace.
        private(set) var prefixes: [String: String] = [:]

        private static let usual = [
            "adobe:ns:meta/": "x", "http://www.w3.org/1999/02/22-rdf-syntax-ns#": "rdf", "http://purl.org/dc/elements/1.1/": "dc",
            "http://ns.adobe.com/xap/1.0/": "xmp", "http://ns.adobe.com/exif/1.0/": "exif", "http://ns.adobe.com/tiff/1.0/": "tiff",
            "http://ns.adobe.com/photoshop/1.0/": "photoshop", "http://www.metadataworkinggroup.com/schemas/regions/": "mwg-rs",
            "http://ns.adobe.com/xmp/sType/Area#": "stArea", "http://ns.adobe.com/xap/1.0/sType/Dimensions#": "stDim",
            "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/": "Iptc4xmpCore", "http://iptc.org/std/Iptc4xmpExt/2008-02-29/": "Iptc4xmpExt",
            "http://ns.adobe.com/xap/1.0/rights/": "xmpRights", "http://ns.useplus.org/ldf/xmp/1.0/": "plus",
            "http://creativecommons.org/ns#": "cc", "http://ns.adobe.com/exif/1.0/aux/": "aux", "http://cipa.jp/exif/1.0/": "exifEX",
            "http://ns.adobe.com/lightroom/1.0/": "lr",
        ]

        mutating func markup(of element: XMLTree.Element) -> String {
            let name = name(element.name)
            let attributes = element.attributes.sorted { $0.key < $1.key }.map { #" \#(self.name($0.key))="\#(Self.escaped($0.value))""# }
            let start = "<" + name + attributes.joined()
            let content = element.children.isEmpty ? Self.escaped(element.text) : element.children.map { markup(of: $0) }.joined()
            return content.isEmpty ? start + "/>" : start + ">" + content + "</" + name + ">"
        }

        /// The name with a prefix; `xml` is declared always.
        private mutating func name(_ name: String) -> String {
            guard let bar = name.lastIndex(of: "|") else { return name }
            let (namespace, local) = (String(name[..<bar]), name[name.index(after: bar)...])
            if namespace == "http://www.w3.org/XML/1998/namespace" { return "xml:" + local }
            let prefix = prefixes[namespace] ?? Self.usual[namespace] ?? "ns\(prefixes.count)"
            prefixes[namespace] = prefix
            return prefix + ":" + local
        }

        static func escaped(_ text: String) -> String {
            var escaped = ""
            for character in text.unicodeScalars {
                switch character {
                case "&": escaped += "&amp;"
                case "<": escaped += "&lt;"
                case ">": escaped += "&gt;"
                case "\"": escaped += "&quot;"
                // Otherwise they would be read as spaces.
                case "\n", "\r", "\t": escaped += "&#\(character.value);"
                default: escaped.unicodeScalars.append(character)
                }
            }
            return escaped
        }
    }
}
