/// Regions of faces, pets and focus in XMP, as photo managers read them.
extension XMPPacket {
    /// Moves the regions of the stored picture into another picture; those that it does not show are removed, and those at its edge
    /// clipped.
    ///
    /// - Parameters:
    ///   - stored: The size of the stored picture.
    ///   - size: The size of the other picture.
    ///   - place: The place of a rectangle of the stored picture, given as shares of its sides, in the other picture, again as shares.
    mutating func moveRegions(of stored: PixelSize, into size: PixelSize, _ place: (Rect) -> Rect?) {
        root =
            root.changed { element in
                if element.name == XMPNames.regions + "AppliedToDimensions" { return Self.dimensions(size) }
                guard element.name == XMPNames.regions + "RegionList" else { return element }
                var list = element
                list.children = element.children.map { bag in
                    var moved = bag
                    moved.children = bag.children.compactMap { Self.moved($0, of: stored, place) }
                    return moved
                }
                return list
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

    /// A region with its area moved; nil if it is not shown.
    private static func moved(_ region: XMLTree.Element, of stored: PixelSize, _ place: (Rect) -> Rect?) -> XMLTree.Element? {
        var isShown = false
        let moved = region.changed { part in
            guard part.name == XMPNames.regions + "Area" else { return part }
            guard let share = part.regionArea(ofStored: stored), let inside = place(share) else { return nil }
            isShown = true
            return XMLTree.Element(name: movedArea, attributes: area(inside).attributes)
        }
        return isShown ? moved : nil
    }

    /// Removes all regions, and areas anywhere else.
    mutating func removeRegions() {
        let names = ["Regions", "Area"].map { XMPNames.regions + $0 }
        root = root.changed { names.contains($0.name) ? nil : $0 } ?? root
    }

    /// The type of regions that are neither a face nor a focus point. The standard has none for them; other programs let them be.
    static let otherRegion = "Region"

    /// Adds these features of a picture of this size as its only regions.
    mutating func setRegions(_ features: [Feature], in size: PixelSize) {
        removeRegions()
        let items = features.map { feature in
            let share = feature.rectangle.scaled(x: 1 / Double(size.width), y: 1 / Double(size.height))
            let type = feature.kind == .face ? "Face" : feature.kind == .focalPoint ? "Focus" : Self.otherRegion
            let description = XMLTree.Element(
                name: XMPNames.rdf + "Description",
                attributes: [XMPNames.regions + "Type": type],
                children: [Self.area(share)]
            )
            return XMLTree.Element(name: XMPNames.rdf + "li", attributes: [:], children: [description])
        }
        let bag = XMLTree.Element(name: XMPNames.rdf + "Bag", attributes: [:], children: items)
        let list = XMLTree.Element(name: XMPNames.regions + "RegionList", attributes: [:], children: [bag])
        let regions = XMLTree.Element(
            name: XMPNames.regions + "Regions",
            attributes: [XMPNames.rdf + "parseType": "Resource"],
            children: [Self.dimensions(size), list]
        )
        var isAdded = false
        root =
            root.changed { element in
                guard !isAdded, element.name == XMPNames.rdf + "RDF" else { return element }
                isAdded = true
                var rdf = element
                rdf.children.append(
                    XMLTree.Element(name: XMPNames.rdf + "Description", attributes: [XMPNames.rdf + "about": ""], children: [regions])
                )
                return rdf
            } ?? root
    }

    // MARK: Structures

    private static func dimensions(_ size: PixelSize) -> XMLTree.Element {
        let values = ["w": "\(size.width)", "h": "\(size.height)", "unit": "pixel"]
        return structure(XMPNames.regions + "AppliedToDimensions", values, in: XMPNames.dimensions)
    }

    /// An area is given by its center.
    private static func area(_ share: Rect) -> XMLTree.Element {
        let values = ["x": share.midX, "y": share.midY, "w": share.width, "h": share.height].mapValues(text)
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
