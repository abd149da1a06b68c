/// XMP (ISO 16684-1) that is rewritten for a picture made from its file.
struct XMPPacket {
    var root: XMLTree.Element

    init(root: XMLTree.Element) {
        self.root = root
    }

    /// Nil if the bytes are not XML; see `XMLTree`.
    init?(_ bytes: [UInt8]) {
        guard let tree = XMLTree(bytes) else { return nil }
        root = tree.root
    }

    /// A packet with these properties.
    init(attributes: [String: String] = [:], properties: [XMLTree.Element] = []) {
        var rdf = XMLTree.Element(name: XMPNames.rdf + "RDF", attributes: [:])
        if !attributes.isEmpty || !properties.isEmpty {
            let all = attributes.merging([XMPNames.rdf + "about": ""]) { $1 }
            rdf.children = [XMLTree.Element(name: XMPNames.rdf + "Description", attributes: all, children: properties)]
        }
        root = XMLTree.Element(name: "adobe:ns:meta/|xmpmeta", attributes: [:], children: [rdf])
    }

    /// The packet with its wrapper (ISO 16684-1, section 7.3.2), without padding.
    var bytes: [UInt8] {
        Array(("<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>" + root.markup + "<?xpacket end=\"w\"?>").utf8)
    }

    /// The descriptions of the file. Others describe parts of them.
    var descriptions: [XMLTree.Element] {
        let rdf = root.all.first { $0.name == XMPNames.rdf + "RDF" }
        return rdf?.children.filter { $0.name == XMPNames.rdf + "Description" } ?? []
    }
}

extension XMLTree.Element {
    /// This element and its descendants, changed from the leaves up; nil removes one.
    func changed(_ change: (XMLTree.Element) -> XMLTree.Element?) -> XMLTree.Element? {
        var copy = self
        copy.children = children.compactMap { $0.changed(change) }
        return change(copy)
    }
}

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

/// Regions of faces, pets and focus in XMP, as photo managers read them.
extension XMPPacket {
    /// Moves the regions of the stored picture into another picture; those that it does not show are removed, and those at its edge
    /// clipped.
    ///
    /// - Parameters:
    ///   - header: That of the stored picture.
    ///   - size: The size of the other picture.
    ///   - place: The place of a rectangle of the upright picture in the other picture, as shares of its sides; nil if it is outside.
    mutating func moveRegions(of header: ImageHeader, into size: PixelSize, _ place: (Rect) -> Rect?) {
        root =
            root.changed { element in
                guard element.name == XMPNames.regions + "Regions" else { return element }
                guard let frame = RegionFrame(of: element, in: header) else { return nil }
                return element.changed { Self.moved($0, frame, header, into: size, place) }
            } ?? root
        // Areas anywhere else were not moved.
        root = root.changed { $0.name == XMPNames.regions + "Area" ? nil : $0 } ?? root
        root =
            root.changed { element in
                guard element.name == Self.movedArea else { return element }
                return XMLTree.Element(name: XMPNames.regions + "Area", attributes: element.attributes)
            } ?? root
    }

    /// The name of areas that are where they belong, while others are not.
    private static let movedArea = "moved|Area"

    /// A part of the regions, with its regions moved.
    private static func moved(
        _ element: XMLTree.Element,
        _ frame: RegionFrame,
        _ header: ImageHeader,
        into size: PixelSize,
        _ place: (Rect) -> Rect?
    ) -> XMLTree.Element {
        if element.name == XMPNames.regions + "AppliedToDimensions" { return dimensions(size) }
        guard element.name == XMPNames.regions + "RegionList" else { return element }
        var list = element
        list.children = element.children.map { bag in
            var kept = bag
            kept.children = bag.children.compactMap { moved($0, frame, header, place) }
            return kept
        }
        return list
    }

    /// A region with its area moved; nil if it is not shown.
    private static func moved(
        _ region: XMLTree.Element,
        _ frame: RegionFrame,
        _ header: ImageHeader,
        _ place: (Rect) -> Rect?
    ) -> XMLTree.Element? {
        var isShown = false
        let moved = region.changed { part in
            guard part.name == XMPNames.regions + "Area" else { return part }
            guard var share = part.regionArea(ofStored: frame.size(in: header)) else { return nil }
            if part.isPoint {
                // Only what has a size can be seen.
                let pixel = Rect(x: 0, y: 0, width: 1e-6, height: 1e-6)
                share = pixel.moved(x: share.x, y: share.y)
            }
            guard let inside = place(frame.place(of: share, in: header)) else { return nil }
            isShown = true
            return XMLTree.Element(name: movedArea, attributes: area(inside, isPoint: part.isPoint).attributes)
        }
        return isShown ? moved : nil
    }

    /// Removes all regions, and areas anywhere else.
    mutating func removeRegions() {
        let names = ["Regions", "Area"].map { XMPNames.regions + $0 }
        root = root.changed { names.contains($0.name) ? nil : $0 } ?? root
    }

    // MARK: Structures

    static func dimensions(_ size: PixelSize) -> XMLTree.Element {
        let values = ["w": "\(size.width)", "h": "\(size.height)", "unit": "pixel"]
        return structure(XMPNames.regions + "AppliedToDimensions", values, in: XMPNames.dimensions)
    }

    /// An area is given by its center. A point has nothing else.
    static func area(_ share: Rect, isPoint: Bool = false) -> XMLTree.Element {
        let center = ["x": share.midX, "y": share.midY]
        let values = (isPoint ? center : center.merging(["w": share.width, "h": share.height]) { $1 }).mapValues(text)
        return structure(XMPNames.regions + "Area", values.merging(["unit": "normalized"]) { $1 }, in: XMPNames.area)
    }

    /// Six decimal places; a share of a side is 0...1.
    private static func text(_ share: Double) -> String {
        let millionths = Int(share * 1_000_000, within: 0...1_000_000)
        return millionths == 1_000_000 ? "1" : "0." + String(1_000_000 + millionths).dropFirst()
    }

    private static func structure(_ name: String, _ values: [String: String], in namespace: String) -> XMLTree.Element {
        XMLTree.Element(name: name, attributes: Dictionary(uniqueKeysWithValues: values.map { (namespace + $0, $1) }))
    }
}
