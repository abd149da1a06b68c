extension ImageSource {
    /// The faces, pets and focus points in the file's XMP, or otherwise EXIF's subject area, in pixels of the upright picture.
    ///
    /// Rectangles are clipped to the picture; features entirely outside are left out. Unreadable metadata is ignored. The metadata is
    /// parsed on each access.
    public var embeddedFeatures: [Feature] {
        // Unreadable metadata is ignored, even if reading it makes the decoding process fail.
        if let isolation { return (try? isolation.features(self)) ?? [] }
        let regions = metadata.xmp.flatMap { XMLTree($0) }.map(regions) ?? []
        return regions.isEmpty ? subjectArea.map { [$0] } ?? [] : regions
    }

    /// The regions of faces, pets and focus points that XMP names.
    private func regions(in xmp: XMLTree) -> [Feature] {
        let stored = header.storedSize
        return xmp.root.all.compactMap { element in
            let type = element.property(XMPNames.regions + "Type")
            // The standard has no type for what is none of these, and other programs let ours be.
            let known: Set = ["Face", "Pet", "Focus", XMPPacket.otherRegion]
            guard let area = element.children.first(where: { $0.name == XMPNames.regions + "Area" }),
                type.map(known.contains) ?? true, let share = area.regionArea(ofStored: stored)
            else { return nil }
            let kind: Feature.Kind = type == "Face" ? .face : .region
            return upright(share.scaled(x: Double(stored.width), y: Double(stored.height)), kind)
        }
    }

    /// EXIF 2.32, section 4.6.5.2: a point, a circle or a rectangle in stored pixels, with x and y at the center.
    private var subjectArea: Feature? {
        guard let numbers = metadata.exif.flatMap({ EXIF($0)?.subjectArea })?.map(Double.init), (2...4).contains(numbers.count) else {
            return nil
        }
        let width = numbers.count > 2 ? numbers[2] : 1
        let height = numbers.count > 3 ? numbers[3] : width
        return upright(Rect(x: numbers[0] - width / 2, y: numbers[1] - height / 2, width: width, height: height), .region)
    }

    private func upright(_ stored: Rect, _ kind: Feature.Kind) -> Feature? {
        let inside = stored.intersection(header.storedSize.bounds)
        guard stored.isFinite, !inside.isEmpty else { return nil }
        return Feature(header.orientation.upright(inside, inStored: header.storedSize), kind: kind)
    }
}
