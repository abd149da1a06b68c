extension ImageSource {
    /// The metadata of this file for a picture of this size made from it.
    ///
    /// - Parameters:
    ///   - rectangle: The part of the upright source that the picture shows; nil if there is no such part or it is unknown, which drops
    ///     everything that has a place in the picture.
    ///   - reader: What reads the frames of the picture, if that is going on: its helper is asked, because there may be no other.
    func metadataToKeep(
        for size: PixelSize,
        _ selection: MetadataSelection,
        showing rectangle: PixelRect? = nil,
        asking reader: IsolatedFrameReader? = nil
    ) throws -> ImageMetadata {
        var kept =
            try isolation?.metadataToKeep(self, for: size, selection, showing: rectangle, asking: reader)
            ?? ImageMetadata(
                exif: selection.extent > .nothing ? exif(for: size, selection, showing: rectangle) : nil,
                xmp: selection.extent > .nothing ? xmp(for: size, selection, showing: rectangle) : nil,
                iccProfile: profileToKeep
            )
        if let regions = selection.regions {
            // What another process read is not read again here.
            var packet = isolation == nil ? kept.xmp.flatMap { XMPPacket($0) } ?? XMPPacket() : XMPPacket()
            let namesPeople = selection.extent == .everything && selection.namesPeople
            packet.setRegions(regions, in: size, named: namesPeople ? packet.namedPlaces(in: size) : [])
            kept.xmp = packet.bytes
        }
        if let density = selection.pixelsPerInch {
            guard MetadataSelection.densities.contains(density) else {
                throw BoundedCropError(.invalidArgument, "a density is 1 to 65535 pixels per inch, not \(density)")
            }
            kept.pixelsPerInch = density
            kept.exif = kept.exif ?? EXIF().kept(for: size, selection)
        }
        return kept
    }

    private func exif(for size: PixelSize, _ selection: MetadataSelection, showing rectangle: PixelRect?) -> [UInt8]? {
        let area = rectangle.flatMap { subjectArea(in: $0, scaledTo: size) }
        return metadata.exif.flatMap { EXIF($0)?.kept(for: size, selection, subjectArea: area) }
    }

    /// XMP that cannot be read is left out. What IPTC's older records say is added where XMP does not say it.
    private func xmp(for size: PixelSize, _ selection: MetadataSelection, showing rectangle: PixelRect?) -> [UInt8]? {
        let shown = rectangle.flatMap { $0.rect.isEmpty ? nil : $0 }
        let packet = metadata.xmp.flatMap { XMPPacket($0) } ?? XMPPacket()
        let records = metadata.iptc.map { IPTCRecords($0).properties } ?? []
        var kept = packet.kept(for: size, selection, adding: records, hasRegions: shown != nil)
        if let shown { kept?.moveRegions(of: header, into: size) { place(of: $0, in: shown) } }
        return kept?.bytes
    }

    /// The place of a rectangle of the upright picture in a part of it, in shares of the part's sides; nil if it is outside.
    private func place(of upright: Rect, in rectangle: PixelRect) -> Rect? {
        let shown = upright.intersection(rectangle.rect)
        guard !shown.isEmpty else { return nil }
        return shown.moved(x: -Double(rectangle.x), y: -Double(rectangle.y))
            .scaled(x: 1 / Double(rectangle.width), y: 1 / Double(rectangle.height))
    }

    /// A profile that could not be used is of no use to others, and libpng refuses to write it.
    private var profileToKeep: [UInt8]? {
        let keepsProfile = options.colorProfile == .keep && header.isRGB && metadata.colorTransform(for: header) != nil
        return keepsProfile ? metadata.iccProfile : nil
    }
}
