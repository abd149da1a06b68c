/// Names in XMP, as `XMLTree` has them: `namespace|local`.
enum XMPNames {
    static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#|"
    static let exif = "http://ns.adobe.com/exif/1.0/|"
    static let tiff = "http://ns.adobe.com/tiff/1.0/|"
    /// Guidelines for Handling Image Metadata, version 2.0 (Metadata Working Group, 2010), section 5.9.
    static let regions = "http://www.metadataworkinggroup.com/schemas/regions/|"
    static let area = "http://ns.adobe.com/xmp/sType/Area#|"
    static let dimensions = "http://ns.adobe.com/xap/1.0/sType/Dimensions#|"

    /// Whether a property says where a photo was taken, or where what it shows is: coordinates, and names of places, of any vocabulary.
    static func saysPlace(_ name: String) -> Bool {
        let local = name.split(separator: "|").last.map { $0.lowercased() } ?? ""
        return placeNames.contains(local) || placeParts.contains { local.contains($0) }
    }

    private static let placeParts = ["gps", "latitude", "longitude", "altitude", "location", "geotag"]
    private static let placeNames: Set<String> = [
        "city", "state", "country", "countrycode", "countryname", "provincestate", "stateprovince", "county", "municipality", "worldregion",
        "locality",
    ]

    /// Whether a property shows what a crop leaves out, or has places in the picture that are not moved: previews, and regions of other
    /// vocabularies than the Metadata Working Group's.
    static func showsMore(_ name: String) -> Bool { moreNames.contains(name) }

    private static let moreNames: Set<String> = [
        "http://ns.adobe.com/xap/1.0/|Thumbnails", "http://ns.microsoft.com/photo/1.2/|RegionInfo", "http://ns.acdsee.com/regions/|Regions",
        "http://iptc.org/std/Iptc4xmpExt/2008-02-29/|ImageRegion", exif + "SubjectArea", exif + "SubjectLocation", exif + "MakerNote",
    ]
}
