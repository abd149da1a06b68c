internal import CImageCodecs

/// An XML document as a tree, for small documents such as metadata.
package struct XMLTree {
    package struct Element {
        /// `namespace|local`.
        package let name: String
        var attributes: [String: String]
        package var text = ""
        package var children: [Element] = []

        /// An attribute's value, or the text of a child element: RDF allows either form for a property.
        func property(_ name: String) -> String? {
            attributes[name] ?? children.first { $0.name == name }?.text
        }

        /// This element and all its descendants.
        var all: [Element] { [self] + children.flatMap(\.all) }
    }

    package let root: Element

    private static let deepest = 64

    /// Nil if the bytes are not well-formed XML, declare entities, or are nested deeper than any metadata or have more elements than the
    /// limit, by default more than any metadata.
    package init?(_ bytes: [UInt8], elementLimit: Int = 10_000) {
        let builder = Builder(elementLimit: elementLimit)
        let isRead = withExtendedLifetime(builder) {
            bytes.withUnsafeBytes { document in
                bc_xml_read(
                    bc_span(document),
                    bc_xml_reader(
                        context: Unmanaged.passUnretained(builder).toOpaque(),
                        start: { context, name, attributes in
                            Builder.from(context).start(String(cString: name), attributes)
                        },
                        end: { context in Builder.from(context).end() },
                        text: { context, text, length in
                            let bytes = UnsafeRawBufferPointer(start: text, count: Int(length))
                            Builder.from(context).add(String(decoding: bytes, as: UTF8.self))
                        }
                    )
                )
            }
        }
        guard isRead, !builder.isTooLarge, let root = builder.root else { return nil }
        self.root = root
    }

    private final class Builder {
        private var open: [Element] = []
        private(set) var root: Element?
        private(set) var isTooLarge = false
        private let elementLimit: Int
        private var count = 0
        private var ignored = 0

        init(elementLimit: Int) {
            self.elementLimit = elementLimit
        }

        static func from(_ context: UnsafeMutableRawPointer) -> Builder {
            Unmanaged<Builder>.fromOpaque(context).takeUnretainedValue()
        }

        func start(_ name: String, _ attributes: UnsafePointer<UnsafePointer<CChar>?>) {
            guard open.count < XMLTree.deepest, count < elementLimit else {
                isTooLarge = true
                ignored += 1
                return
            }
            var values: [String: String] = [:]
            var index = 0
            while let name = attributes[index], let value = attributes[index + 1] {
                values[String(cString: name)] = String(cString: value)
                index += 2
            }
            count += 1
            open.append(Element(name: name, attributes: values))
        }

        func add(_ text: String) {
            if ignored == 0, !open.isEmpty { open[open.count - 1].text += text }
        }

        func end() {
            if ignored > 0 {
                ignored -= 1
                return
            }
            guard let element = open.popLast() else { return }
            if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
        }
    }
}

extension XMLTree.Element {
    /// The rectangle of an `mwg-rs:Area`, in shares of the sides of the stored picture; nil if it is in other units, or unreadable.
    ///
    /// Guidelines for Handling Image Metadata, version 2.0 (Metadata Working Group, 2010), section 5.9: x and y are at the center. A diameter
    /// is a share of the width.
    func regionArea(ofStored size: PixelSize) -> Rect? {
        func number(_ name: String) -> Double? { structureNumber(XMPNames.area + name) }
        guard let x = number("x"), let y = number("y"), structureField(XMPNames.area + "unit") ?? "normalized" == "normalized" else {
            return nil
        }
        let diameter = number("d")
        let width = number("w") ?? diameter ?? 0
        let height = number("h") ?? diameter.map { $0 * Double(size.width) / Double(size.height) } ?? 0
        let share = Rect(x: x - width / 2, y: y - height / 2, width: width, height: height)
        return share.isFinite ? share : nil
    }
}

extension XMLTree.Element {
    /// Whether an `mwg-rs:Area` is a point, which has no size.
    var isPoint: Bool { ["w", "h", "d"].allSatisfy { structureField(XMPNames.area + $0) == nil } }

    /// A field of a structure: RDF allows the fields in the property itself or in a description inside it.
    func structureField(_ name: String) -> String? {
        property(name) ?? children.lazy.compactMap { $0.property(name) }.first
    }

    func structureNumber(_ name: String) -> Double? { structureField(name).flatMap { Double($0.firstWord) } }
}

extension String {
    fileprivate var firstWord: Substring {
        drop(while: \.isWhitespace).prefix { !$0.isWhitespace }
    }
}

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
            "http://ns.adobe.com/lightroom/1.0/": "lr", XMPNames.ownNamespace: "bc",
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
