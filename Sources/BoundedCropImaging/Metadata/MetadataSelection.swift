/// What is written of a file's metadata with a picture made from it. A profile that was kept by `DecodingOptions` is always written.
///
/// Only properties with known names are ever kept, as text or numbers, and only those that are also true of the picture. Pictures in any
/// form, maker notes, unknown properties and descriptions of the file's structure are not.
public struct MetadataSelection: Hashable, Sendable {
    /// How much is kept. A greater extent includes the smaller ones.
    package enum Extent: String, Hashable, Comparable, Sendable, Codable, CaseIterable {
        /// Nothing.
        case nothing
        /// Who made the photo, to whom it belongs, and on which terms it may be used.
        case rights
        /// Also how and when the photo was made, and what it shows.
        case everything

        /// Whether less is kept.
        package static func < (one: Extent, other: Extent) -> Bool { one.rank < other.rank }

        private var rank: Int {
            switch self {
            case .nothing: 0
            case .rights: 1
            case .everything: 2
            }
        }
    }

    /// How much is kept; the rights by default.
    package var extent: Extent
    /// Whether what is kept may say where the photo was taken: coordinates, and names of places. Only with everything.
    package var keepsPlace: Bool
    /// Whether what is kept may say who is shown: names of people, and titles, captions and keywords, which usually name them. Only with
    /// everything. Set it to false if the picture hides somebody.
    public var namesPeople: Bool
    /// Features to write as the picture's regions, as photo managers read them (XMP, mwg-rs), in pixels of the picture; nil keeps those of
    /// the file where everything is kept.
    package var regions: [Feature]?
    /// The density for prints to write, in pixels per inch, 1...65535; nil writes none. It is that of the picture that is written, whatever is
    /// kept: the file's own density is not true of another size. GIF has no place for it.
    public var pixelsPerInch: Int?

    /// Creates a selection; by default of the rights.
    package init(
        _ extent: Extent = .rights,
        keepsPlace: Bool = false,
        namesPeople: Bool = true,
        regions: [Feature]? = nil,
        pixelsPerInch: Int? = nil
    ) {
        (self.extent, self.keepsPlace, self.namesPeople) = (extent, keepsPlace, namesPeople)
        (self.regions, self.pixelsPerInch) = (regions, pixelsPerInch)
    }

    /// The densities that all formats can have: JPEG has 16 bits for them.
    package static let densities = 1...65_535

    /// Nothing.
    public static let none = MetadataSelection(.nothing)
    /// Creator, copyright and licence; the default.
    public static let rights = MetadataSelection(.rights)
    /// Everything that is ever kept, with the place.
    public static let all = MetadataSelection(.everything, keepsPlace: true)
    /// Everything that is ever kept, except where the photo was taken.
    public static let exceptPlace = MetadataSelection(.everything)

    /// What a property is about.
    enum Subject {
        /// Creator, owner, licence.
        case rights
        /// Camera, exposure, dates, programs.
        case making
        /// What or who is shown.
        case content
        case place
    }

    func keeps(_ subject: Subject) -> Bool {
        switch subject {
        case .rights: extent >= .rights
        case .making: extent == .everything
        case .content: extent == .everything && namesPeople
        case .place: extent == .everything && keepsPlace
        }
    }
}
