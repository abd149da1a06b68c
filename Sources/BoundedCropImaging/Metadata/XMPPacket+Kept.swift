/// What is kept of XMP: a new packet with the properties that `XMPNames.subjects` names, as far as their values are text.
extension XMPPacket {
    /// Together, properties take at most this many bytes. A JPEG has room for 64 KiB, also of regions.
    private static let mostBytes = 48_000
    /// A list in a list of structures with lists.
    private static let deepest = 12

    /// A property in either form that RDF allows: a simple one can be an attribute of the description.
    private struct Property {
        var element: XMLTree.Element
        let isAttribute: Bool
    }

    /// A packet for an upright picture of another size; nil if nothing is kept.
    ///
    /// - Parameters:
    ///   - others: Properties that are kept where this packet has none of the same name.
    ///   - hasRegions: Whether regions are kept, at their places in the original picture.
    func kept(for size: PixelSize, _ selection: MetadataSelection, adding others: [XMLTree.Element], hasRegions: Bool) -> XMPPacket? {
        let geometry = Self.geometry(size)
        var (rights, rest): ([Property], [Property]) = ([], [])
        var seen: Set<String> = []
        for property in properties + others.map({ Property(element: $0, isAttribute: false) }) {
            let name = property.element.name
            guard !seen.contains(name) else { continue }
            var kept = property
            if let value = geometry[name], selection.keeps(.making) {
                kept.element = XMLTree.Element(name: name, attributes: [:], text: value)
            } else if let subject = XMPNames.subjects[name], selection.keeps(subject),
                let element = Self.cleaned(property.element, XMPNames.fields, keepsPlace: selection.keepsPlace)
            {
                kept.element = element
            } else if name == XMPNames.regions + "Regions", hasRegions, selection.extent == .everything,
                let element = Self.cleaned(property.element, XMPNames.regionFields(namesPeople: selection.namesPeople))
            {
                kept.element = element
            } else {
                continue
            }
            seen.insert(name)
            if XMPNames.subjects[name] == .rights { rights.append(kept) } else { rest.append(kept) }
        }
        return Self.packet(rights + rest)
    }

    /// As many as there is room for, in order.
    private static func packet(_ properties: [Property]) -> XMPPacket? {
        var room = mostBytes
        var (attributes, elements): ([String: String], [XMLTree.Element]) = ([:], [])
        for property in properties {
            let length = property.element.markup.utf8.count
            guard length <= room else { continue }
            room -= length
            if property.isAttribute {
                attributes[property.element.name] = property.element.text
            } else {
                elements.append(property.element)
            }
        }
        return attributes.isEmpty && elements.isEmpty ? nil : XMPPacket(attributes: attributes, properties: elements)
    }

    private var properties: [Property] {
        descriptions.flatMap { description in
            description.attributes.sorted { $0.key < $1.key }.map { name, value in
                Property(element: XMLTree.Element(name: name, attributes: [:], text: value), isAttribute: true)
            } + description.children.map { Property(element: $0, isAttribute: false) }
        }
    }

    /// What says that the picture is upright and has this size.
    private static func geometry(_ size: PixelSize) -> [String: String] {
        [
            XMPNames.tiff + "Orientation": "1", XMPNames.tiff + "ImageWidth": "\(size.width)",
            XMPNames.tiff + "ImageLength": "\(size.height)",
            XMPNames.exif + "PixelXDimension": "\(size.width)", XMPNames.exif + "PixelYDimension": "\(size.height)",
        ]
    }

    /// An element with only lists, these fields and text in it; nil if nothing is left.
    private static func cleaned(
        _ element: XMLTree.Element,
        _ fields: Set<String>,
        keepsPlace: Bool = true,
        depth: Int = 0
    ) -> XMLTree.Element? {
        guard depth < deepest else { return nil }
        var kept = XMLTree.Element(name: element.name, attributes: [:])
        var hasValue = false
        for (name, value) in element.attributes {
            let isForm = name == XMPNames.language || name == XMPNames.rdf + "parseType" && value == "Resource"
            guard isForm || name == XMPNames.rdf + "resource" || fields.contains(name), let text = PlainText.kept(value) else { continue }
            kept.attributes[name] = text
            hasValue = hasValue || !isForm
        }
        kept.children = element.children.compactMap { child in
            guard forms.contains(child.name) || fields.contains(child.name) else { return nil }
            return cleaned(child, fields, keepsPlace: keepsPlace, depth: depth + 1)
        }
        if element.children.isEmpty { kept.text = PlainText.kept(element.text) ?? "" }
        // Hierarchical keywords, such as "Places|Greenwich".
        let isPlace = ["places|", "places/"].contains { kept.text.lowercased().hasPrefix($0) }
        if isPlace && !keepsPlace { return nil }
        return hasValue || !kept.text.isEmpty || !kept.children.isEmpty ? kept : nil
    }

    /// Lists and structures.
    private static let forms = Set(["Alt", "Bag", "Seq", "li", "Description"].map { XMPNames.rdf + $0 })
}
