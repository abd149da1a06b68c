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
