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

    /// The packet with its wrapper (ISO 16684-1, section 7.3.2), without padding.
    var bytes: [UInt8] {
        Array(("<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>" + root.markup + "<?xpacket end=\"w\"?>").utf8)
    }

    /// Removes coordinates and names of places, also those in hierarchical keywords ("Places|Greenwich").
    mutating func removePlaces() {
        remove(XMPNames.saysPlace)
        root =
            root.changed { element in
                let isPlace = ["places|", "places/"].contains { element.text.lowercased().hasPrefix($0) }
                return element.name == XMPNames.rdf + "li" && isPlace ? nil : element
            } ?? root
    }

    /// Removes what shows more than the picture does.
    mutating func removePreviews() { remove(XMPNames.showsMore) }

    private mutating func remove(_ isRemoved: (String) -> Bool) {
        root =
            root.changed { element in
                guard !isRemoved(element.name) else { return nil }
                var kept = element
                kept.attributes = element.attributes.filter { !isRemoved($0.key) }
                return kept
            } ?? root
    }

    /// Says that the picture is upright and has this size, wherever that is said.
    mutating func set(size: PixelSize) {
        let values = [
            XMPNames.tiff + "Orientation": "1", XMPNames.tiff + "ImageWidth": "\(size.width)",
            XMPNames.tiff + "ImageLength": "\(size.height)",
            XMPNames.exif + "PixelXDimension": "\(size.width)", XMPNames.exif + "PixelYDimension": "\(size.height)",
        ]
        root =
            root.changed { element in
                var set = element
                if let value = values[element.name] { set.text = value }
                for (name, value) in values where set.attributes[name] != nil { set.attributes[name] = value }
                return set
            } ?? root
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
