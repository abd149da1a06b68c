/// XMP with `mwg-rs:Regions`, in the forms that RDF allows.
enum RegionsPacket {
    /// A region with its center and size as fractions of the stored picture. Fields that are nil are omitted.
    struct Region {
        var type: String? = "Face"
        var x: String? = "0.2"
        var y: String? = "0.2"
        var width: String? = "0.2"
        var height: String? = "0.2"
        var diameter: String?
        var unit: String? = "normalized"

        fileprivate var fields: [(name: String, value: String)] {
            [("x", x), ("y", y), ("w", width), ("h", height), ("d", diameter), ("unit", unit)].compactMap { name, value in
                value.map { (name, $0) }
            }
        }

        fileprivate var attributes: String { fields.map { " stArea:\($0.name)=\"\($0.value)\"" }.joined() }
        fileprivate var elements: String { fields.map { "<stArea:\($0.name)>\($0.value)</stArea:\($0.name)>" }.joined() }
    }

    enum Form: String, CaseIterable, Sendable {
        /// As Adobe's toolkit writes it: one element for each field.
        case elements
        /// As ExifTool and Picasa write it.
        case attributes
        /// Every structure in its own description.
        case descriptions
        /// Descriptions with their fields as attributes.
        case describedAttributes
    }

    static func text(_ regions: [Region], _ form: Form = .elements) -> String {
        packet(list: regions.map { item($0, form) }.joined())
    }

    static func packet(list: String) -> String {
        """
        <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/"
            xmlns:stDim="http://ns.adobe.com/xap/1.0/sType/Dimensions#" xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#">
        <mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:AppliedToDimensions stDim:w="300" stDim:h="200" stDim:unit="pixel"/>
        <mwg-rs:RegionList><rdf:Bag>\(list)</rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>
        </rdf:Description></rdf:RDF></x:xmpmeta>
        <?xpacket end="w"?>
        """
    }

    private static func item(_ region: Region, _ form: Form) -> String {
        let type = region.type
        let typeElement = type.map { "<mwg-rs:Type>\($0)</mwg-rs:Type>" } ?? ""
        let typeAttribute = type.map { " mwg-rs:Type=\"\($0)\"" } ?? ""
        return switch form {
        case .elements:
            """
            <rdf:li rdf:parseType="Resource"><mwg-rs:Name>Somebody</mwg-rs:Name>\(typeElement)
            <mwg-rs:Area rdf:parseType="Resource">\(region.elements)</mwg-rs:Area></rdf:li>
            """
        case .attributes:
            "<rdf:li><rdf:Description mwg-rs:Name=\"Somebody\"\(typeAttribute)><mwg-rs:Area\(region.attributes)/></rdf:Description></rdf:li>"
        case .descriptions:
            """
            <rdf:li><rdf:Description><mwg-rs:Name>Somebody</mwg-rs:Name>\(typeElement)
            <mwg-rs:Area><rdf:Description>\(region.elements)</rdf:Description></mwg-rs:Area></rdf:Description></rdf:li>
            """
        case .describedAttributes:
            """
            <rdf:li><rdf:Description mwg-rs:Name="Somebody"\(typeAttribute)>
            <mwg-rs:Area><rdf:Description\(region.attributes)/></mwg-rs:Area></rdf:Description></rdf:li>
            """
        }
    }
}
