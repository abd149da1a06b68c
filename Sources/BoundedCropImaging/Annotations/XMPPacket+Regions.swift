/// Features as regions in XMP (mwg-rs), as photo managers read them, and read back as what they were.
extension XMPPacket {
    static let face = "Face"
    static let focus = "Focus"
    /// The type of regions that are neither a face nor a focus point. The standard has none for them; other programs let them be.
    static let otherRegion = "Region"
    /// The types of regions that count as features.
    static let readTypes: Set = [face, "Pet", focus, otherRegion]
    /// A JPEG has room for 64 KiB, which many faces would take with all that is known of them.
    private static let mostDetailedBytes = 60_000

    /// A place of a picture and the name that somebody gave it.
    typealias NamedPlace = (rectangle: Rect, name: String)

    /// The places of this packet's regions in a picture of this size that have names.
    func namedPlaces(in size: PixelSize) -> [NamedPlace] {
        root.all.compactMap { element in
            guard let name = element.property(XMPNames.regions + "Name"), !name.isEmpty,
                let area = element.children.first(where: { $0.name == XMPNames.regions + "Area" }),
                let share = area.regionArea(ofStored: size)
            else { return nil }
            return (share.scaled(x: Double(size.width), y: Double(size.height)), name)
        }
    }

    /// Adds these features of a picture of this size as its only regions.
    ///
    /// - Parameter places: Names for features that are at these places.
    mutating func setRegions(_ features: [Feature], in size: PixelSize, named places: [NamedPlace] = []) {
        var rest = self
        rest.removeRegions()
        self = rest
        add(features, in: size, places, isDetailed: true)
        guard bytes.count > Self.mostDetailedBytes else { return }
        self = rest
        add(features, in: size, [], isDetailed: false)
    }

    private mutating func add(_ features: [Feature], in size: PixelSize, _ places: [NamedPlace], isDetailed: Bool) {
        let scale = (x: 1 / Double(size.width), y: 1 / Double(size.height))
        let items = features.map { feature in
            let share = feature.scaled(x: scale.x, y: scale.y)
            let isPoint = feature.kind == .focalPoint
            let type = feature.kind == .face ? Self.face : isPoint ? Self.focus : Self.otherRegion
            var description = XMLTree.Element(
                name: XMPNames.rdf + "Description",
                attributes: [XMPNames.regions + "Type": type],
                children: [Self.area(share.rectangle, isPoint: isPoint)]
            )
            description.attributes[XMPNames.regions + "Name"] = feature.name(in: places)
            if isDetailed, let details = share.details { description.children.append(details) }
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
}

/// What the standard has no place for: how sure a detector was, and where the eyes, the nose and the mouth are.
extension Feature {
    private static let confidenceName = XMPNames.own + "Confidence"
    private static let landmarksName = XMPNames.own + "Landmarks"

    /// Nil if there is nothing to say. The feature is given in shares of the picture.
    fileprivate var details: XMLTree.Element? {
        var attributes: [String: String] = [:]
        if confidence < 1, confidence >= 0 { attributes[Self.confidenceName] = Self.text(confidence) }
        if let landmarks, landmarks.isFinite {
            attributes[Self.landmarksName] = landmarks.points.flatMap { [$0.x, $0.y] }.map(Self.text).joined(separator: " ")
        }
        return attributes.isEmpty ? nil : XMLTree.Element(name: XMPNames.regions + "Extensions", attributes: attributes)
    }

    /// Six decimal places.
    private static func text(_ number: Double) -> String {
        let millionths = Int(number * 1_000_000, within: -1_000_000_000...1_000_000_000)
        let (whole, rest) = millionths.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        return (millionths < 0 ? "-" : "") + "\(whole)." + String(1_000_000 + rest).dropFirst()
    }

    /// Takes over what the extensions of a region say. What is wrong there is left out.
    ///
    /// - Parameter place: The place of a point that is given in shares.
    mutating func readDetails(_ extensions: XMLTree.Element, _ place: (Point) -> Point) {
        if let found = extensions.structureNumber(Self.confidenceName), (0...1).contains(found) { confidence = found }
        let words = extensions.structureField(Self.landmarksName)?.split(whereSeparator: \.isWhitespace).prefix(11) ?? []
        let numbers = words.compactMap { Double($0) }
        guard numbers.count == 10, words.count == 10 else { return }
        let points = stride(from: 0, to: 10, by: 2).map { place(Point(x: numbers[$0], y: numbers[$0 + 1])) }
        landmarks = Landmarks(points).flatMap { $0.isFinite ? $0 : nil }
    }

    /// The name of the place that this feature shares most of its area with, if that is at least half of both together.
    fileprivate func name(in places: [XMPPacket.NamedPlace]) -> String? {
        let shares = places.map { (share: $0.rectangle.intersectionOverUnion(rectangle), name: $0.name) }
        guard kind != .focalPoint, let best = shares.max(by: { $0.share < $1.share }), best.share >= 0.5 else { return nil }
        return best.name
    }
}
