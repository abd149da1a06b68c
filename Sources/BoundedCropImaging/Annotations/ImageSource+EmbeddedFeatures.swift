extension ImageSource {
    /// The faces, pets and focus points in the file's XMP, or otherwise EXIF's subject area, in pixels of the upright picture.
    ///
    /// Rectangles are clipped to the picture; features entirely outside are left out. Unreadable metadata is ignored. The metadata is
    /// parsed on each access.
    public var embeddedFeatures: [Feature] {
        if let sidecarFeatures { return sidecarFeatures }
        // Unreadable metadata is ignored, even if reading it makes the decoding process fail.
        if let isolation { return (try? isolation.features(self)) ?? [] }
        let found = metadata.xmp.flatMap { XMLTree($0) }.map { regions(in: $0.root) } ?? []
        return found.isEmpty ? subjectArea.map { [$0] } ?? [] : found
    }

    /// Reads the regions of a file beside the picture, which count instead of those in the picture. If it has no list of regions, not even an
    /// empty one, it says nothing of them.
    ///
    /// - Returns: False if the bytes are not XMP.
    package mutating func readSidecar(_ bytes: [UInt8]) -> Bool {
        guard let tree = XMLTree(bytes, elementLimit: Self.mostSidecarElements),
            tree.root.all.contains(where: { $0.name == XMPNames.rdf + "RDF" })
        else { return false }
        if tree.root.all.contains(where: { $0.name == XMPNames.regions + "Regions" }) { sidecarFeatures = regions(in: tree.root) }
        return true
    }

    /// Whether a file beside the picture has a list of regions.
    package var hasSidecarRegions: Bool { sidecarFeatures != nil }

    /// Masks of raw converters have tens of thousands.
    private static let mostSidecarElements = 500_000

    /// The regions that XMP names.
    private func regions(in element: XMLTree.Element, _ frame: RegionFrame = .stored) -> [Feature] {
        var frame = frame
        if element.name == XMPNames.regions + "Regions" {
            guard let own = RegionFrame(of: element, in: header) else { return [] }
            frame = own
        }
        return [region(element, frame)].compactMap(\.self) + element.children.flatMap { regions(in: $0, frame) }
    }

    private func region(_ element: XMLTree.Element, _ frame: RegionFrame) -> Feature? {
        guard let area = element.children.first(where: { $0.name == XMPNames.regions + "Area" }) else { return nil }
        let type = element.property(XMPNames.regions + "Type")
        guard type.map(XMPPacket.readTypes.contains) ?? true,
            let share = area.regionArea(ofStored: frame.size(in: header))
        else { return nil }
        let place = frame.place(of: share, in: header)
        if type == XMPPacket.focus, area.isPoint {
            return point(place).map { Feature($0, kind: .focalPoint, isExact: true) }
        }
        let inside = place.intersection(size.bounds)
        guard place.isFinite, !inside.isEmpty else { return nil }
        var feature = Feature(inside, kind: type == XMPPacket.face ? .face : .region, isExact: type == XMPPacket.otherRegion)
        if let details = element.children.first(where: { $0.name == XMPNames.regions + "Extensions" }) {
            feature.readDetails(details) { share in
                let place = frame.place(of: Rect(x: share.x, y: share.y, width: 0, height: 0), in: header)
                return Point(x: place.x, y: place.y)
            }
        }
        return feature
    }

    /// The pixel that contains a point of the upright picture; nil if it lies outside.
    private func point(_ place: Rect) -> Rect? {
        let (right, bottom) = (Double(size.width), Double(size.height))
        guard (0...right).contains(place.x), (0...bottom).contains(place.y) else { return nil }
        return Rect(x: min(place.x.rounded(.down), right - 1), y: min(place.y.rounded(.down), bottom - 1), width: 1, height: 1)
    }

    /// EXIF 2.32, section 4.6.5.2: a point, a circle or a rectangle in stored pixels, with x and y at the center.
    private var subjectArea: Feature? {
        guard let numbers = metadata.exif.flatMap({ EXIF($0)?.subjectArea })?.map(Double.init), (2...4).contains(numbers.count) else {
            return nil
        }
        let width = numbers.count > 2 ? numbers[2] : 1
        let height = numbers.count > 3 ? numbers[3] : width
        let stored = Rect(x: numbers[0] - width / 2, y: numbers[1] - height / 2, width: width, height: height)
        let inside = stored.intersection(header.storedSize.bounds)
        guard stored.isFinite, !inside.isEmpty else { return nil }
        return Feature(header.orientation.upright(inside, inStored: header.storedSize), kind: .region)
    }
}

extension Feature {
    fileprivate init(_ rectangle: Rect, kind: Kind, isExact: Bool) {
        self.init(rectangle, kind: kind)
        self.isExact = isExact
    }
}
