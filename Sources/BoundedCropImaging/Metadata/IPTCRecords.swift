/// IPTC's records (IPTC-NAA Information Interchange Model, version 4.2), which photo agencies still write beside XMP, as properties of XMP.
/// The pairs are those of the IPTC Photo Metadata Standard.
struct IPTCRecords {
    private typealias Values = [ArraySlice<UInt8>]

    /// The values of record 2 by the number of their data set.
    private var values: [UInt8: Values] = [:]
    /// Whether texts are said to be UTF-8; nil if nothing is said.
    private var isUTF8: Bool?

    /// Enough for the keywords of any photo.
    private static let mostDataSets = 5_000

    /// Reads data sets as far as they are intact.
    init(_ bytes: [UInt8]) {
        var (position, count) = (0, 0)
        while count < Self.mostDataSets, position + 5 <= bytes.count, bytes[position] == 0x1C {
            let (record, number) = (bytes[position + 1], bytes[position + 2])
            let length = Int(bytes[position + 3]) << 8 | Int(bytes[position + 4])
            // A length with the first bit set is the length of a longer length, which nobody needs.
            guard length < 0x8000, length <= bytes.count - position - 5 else { return }
            let value = bytes[(position + 5)..<(position + 5 + length)]
            let codedCharacterSet: UInt8 = 90
            if record == 1, number == codedCharacterSet { isUTF8 = value.elementsEqual([0x1B, 0x25, 0x47]) }
            if record == 2, !value.isEmpty { values[number, default: []].append(value) }
            position += 5 + length
            count += 1
        }
    }

    /// The records among Photoshop's resources: "8BIM", a number, a name with its length, a length and the data, each of even length.
    static func bytes(inPhotoshopResources bytes: Slice<UnsafeRawBufferPointer>) -> [UInt8]? {
        var rest = bytes
        while let resource = rest.dropping(prefix: Array("8BIM".utf8)), resource.count >= 3 {
            let start = resource.startIndex
            let number = Int(resource[start]) << 8 | Int(resource[start + 1])
            let name = 1 + Int(resource[start + 2])
            let head = start + 2 + name + name % 2
            guard let length = resource.bigEndian32(at: head), length <= resource.endIndex - head - 4 else { return nil }
            let records = 0x0404
            if number == records { return Array(resource[(head + 4)..<(head + 4 + length)]) }
            rest = resource[min(head + 4 + length + length % 2, resource.endIndex)...]
        }
        return nil
    }

    /// The properties of XMP that say the same.
    var properties: [XMLTree.Element] {
        Self.texts.compactMap { number, name in values[number]?.first.flatMap(text).map { Self.element(name, text: $0) } }
            + Self.lists.compactMap { number, name, form in
                let items = (values[number] ?? []).compactMap(text)
                return items.isEmpty ? nil : Self.list(name, form, form == "Alt" ? [items[0]] : items)
            }
            + [dateCreated].compactMap(\.self)
    }

    private static let texts: [(UInt8, String)] = [
        (40, XMPNames.photoshop + "Instructions"), (85, XMPNames.photoshop + "AuthorsPosition"), (90, XMPNames.photoshop + "City"),
        (92, XMPNames.iptcCore + "Location"), (95, XMPNames.photoshop + "State"), (100, XMPNames.iptcCore + "CountryCode"),
        (101, XMPNames.photoshop + "Country"), (103, XMPNames.photoshop + "TransmissionReference"),
        (105, XMPNames.photoshop + "Headline"), (110, XMPNames.photoshop + "Credit"), (115, XMPNames.photoshop + "Source"),
        (122, XMPNames.photoshop + "CaptionWriter"),
    ]

    private static let lists: [(UInt8, String, String)] = [
        (5, XMPNames.dublinCore + "title", "Alt"), (25, XMPNames.dublinCore + "subject", "Bag"),
        (80, XMPNames.dublinCore + "creator", "Seq"), (116, XMPNames.dublinCore + "rights", "Alt"),
        (120, XMPNames.dublinCore + "description", "Alt"),
    ]

    /// "20240131" as "2024-01-31".
    private var dateCreated: XMLTree.Element? {
        let date: UInt8 = 55
        guard let digits = values[date]?.first.flatMap(text), digits.utf8.count == 8,
            digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        let text = [digits.prefix(4), digits.dropFirst(4).prefix(2), digits.suffix(2)].joined(separator: "-")
        return Self.element(XMPNames.photoshop + "DateCreated", text: text)
    }

    /// Texts of unknown encoding are UTF-8 if they can be.
    private func text(_ bytes: ArraySlice<UInt8>) -> String? {
        isUTF8 == false ? PlainText.kept(latin1: bytes) : PlainText.kept(bytes)
    }

    private static func element(_ name: String, text: String) -> XMLTree.Element {
        XMLTree.Element(name: name, attributes: [:], text: text)
    }

    private static func list(_ name: String, _ form: String, _ items: [String]) -> XMLTree.Element {
        let attributes = form == "Alt" ? [XMPNames.language: "x-default"] : [:]
        let children = items.map { XMLTree.Element(name: XMPNames.rdf + "li", attributes: attributes, text: $0) }
        let list = XMLTree.Element(name: XMPNames.rdf + form, attributes: [:], children: children)
        return XMLTree.Element(name: name, attributes: [:], children: [list])
    }
}
