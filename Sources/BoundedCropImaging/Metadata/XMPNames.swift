/// Names in XMP, as `XMLTree` has them: `namespace|local`.
enum XMPNames {
    static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#|"
    static let language = "http://www.w3.org/XML/1998/namespace|lang"
    static let dublinCore = "http://purl.org/dc/elements/1.1/|"
    static let photoshop = "http://ns.adobe.com/photoshop/1.0/|"
    static let iptcCore = "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/|"
    static let exif = "http://ns.adobe.com/exif/1.0/|"
    static let tiff = "http://ns.adobe.com/tiff/1.0/|"
    /// Guidelines for Handling Image Metadata, version 2.0 (Metadata Working Group, 2010), section 5.9.
    static let regions = "http://www.metadataworkinggroup.com/schemas/regions/|"
    static let area = "http://ns.adobe.com/xmp/sType/Area#|"
    static let dimensions = "http://ns.adobe.com/xap/1.0/sType/Dimensions#|"

    /// What is written of a region besides what the standard has, in its extensions.
    static let own = ownNamespace + "|"
    static let ownNamespace = "urn:boundedcrop:regions:1.0:"

    private static let xmp = "http://ns.adobe.com/xap/1.0/|"
    private static let xmpRights = "http://ns.adobe.com/xap/1.0/rights/|"
    private static let iptcExtension = "http://iptc.org/std/Iptc4xmpExt/2008-02-29/|"
    private static let plus = "http://ns.useplus.org/ldf/xmp/1.0/|"
    private static let creativeCommons = "http://creativecommons.org/ns#|"
    private static let auxiliary = "http://ns.adobe.com/exif/1.0/aux/|"
    private static let exifEX = "http://cipa.jp/exif/1.0/|"
    private static let lightroom = "http://ns.adobe.com/lightroom/1.0/|"

    /// The properties that are kept. What is not named here is not: an unknown property may hold a picture, point to one, or describe the
    /// file as it was before.
    static let subjects: [String: MetadataSelection.Subject] = {
        let properties: [(MetadataSelection.Subject, String, String)] = [
            (.rights, dublinCore, "creator rights"),
            (.rights, xmpRights, "Certificate Marked Owner UsageTerms WebStatement"),
            (.rights, photoshop, "AuthorsPosition Credit Source"),
            (.rights, iptcCore, "CreatorContactInfo"),
            (.rights, tiff, "Artist Copyright"),
            (.rights, creativeCommons, "license attributionName attributionURL morePermissions useGuidelines"),
            (.rights, plus, "Licensor CopyrightOwner ImageCreator ImageSupplier CopyrightStatus CopyrightRegistrationNumber"),
            (.rights, plus, "CreditLineRequired DataMining LicenseID LicenseStartDate LicenseEndDate MediaConstraints RegionConstraints"),
            (.rights, plus, "OtherConstraints ProductOrServiceConstraints ImageAlterationConstraints Reuse"),
            (.rights, plus, "TermsAndConditionsText TermsAndConditionsURL"),

            (.making, dublinCore, "contributor publisher date language"),
            (.making, xmp, "CreateDate ModifyDate MetadataDate CreatorTool Rating Label"),
            (.making, photoshop, "DateCreated CaptionWriter TransmissionReference Urgency"),
            (.making, tiff, "Make Model Software DateTime"),
            (.making, exif, "ExposureTime FNumber ExposureProgram ISOSpeedRatings DateTimeOriginal DateTimeDigitized ShutterSpeedValue"),
            (.making, exif, "ApertureValue BrightnessValue ExposureBiasValue MaxApertureValue SubjectDistance Flash"),
            (.making, exif, "MeteringMode LightSource FocalLength FocalLengthIn35mmFilm"),
            (.making, exif, "ExposureIndex SensingMethod CustomRendered ExposureMode WhiteBalance"),
            (.making, exif, "DigitalZoomRatio SceneCaptureType GainControl Contrast Saturation Sharpness SubjectDistanceRange"),
            (.making, auxiliary, "Lens LensInfo LensID LensSerialNumber SerialNumber OwnerName Firmware FlashCompensation"),
            (.making, exifEX, "LensMake LensModel LensSpecification LensSerialNumber BodySerialNumber CameraOwnerName SensitivityType"),
            (.making, exifEX, "PhotographicSensitivity StandardOutputSensitivity RecommendedExposureIndex"),
            (.making, iptcExtension, "DigitalSourceType DigitalSourceFileType"),

            (.content, dublinCore, "title description subject"),
            (.content, photoshop, "Headline Instructions Category SupplementalCategories"),
            (.content, tiff, "ImageDescription"),
            (.content, lightroom, "hierarchicalSubject"),
            (.content, iptcCore, "AltTextAccessibility ExtDescrAccessibility IntellectualGenre Scene SubjectCode"),
            (.content, iptcExtension, "Event PersonInImage PersonInImageWDetails AddlModelInfo ModelAge OrganisationInImageName"),
            (.content, iptcExtension, "OrganisationInImageCode"),
            (.content, plus, "ModelReleaseStatus ModelReleaseID PropertyReleaseStatus PropertyReleaseID MinorModelAgeDisclosure"),

            (.place, photoshop, "City State Country"),
            (.place, iptcCore, "Location CountryCode"),
            (.place, iptcExtension, "LocationCreated LocationShown"),
            (.place, exif, "GPSVersionID GPSLatitude GPSLongitude GPSAltitude GPSAltitudeRef GPSTimeStamp GPSDateStamp GPSMapDatum"),
            (.place, exif, "GPSStatus GPSMeasureMode GPSDOP GPSSpeed GPSSpeedRef GPSTrack GPSTrackRef GPSImgDirection GPSImgDirectionRef"),
            (.place, exif, "GPSDestLatitude GPSDestLongitude GPSDestBearing GPSDestBearingRef GPSDestDistance GPSDestDistanceRef"),
            (.place, exif, "GPSDifferential GPSHPositioningError GPSSatellites"),
        ]
        var subjects: [String: MetadataSelection.Subject] = [:]
        for (subject, namespace, locals) in properties {
            for name in names(namespace, locals) { subjects[name] = subject }
        }
        return subjects
    }()

    /// The fields of structures in these properties.
    static let fields = Set(
        names(iptcCore, "CiAdrExtadr CiAdrCity CiAdrRegion CiAdrPcode CiAdrCtry CiEmailWork CiTelWork CiUrlWork")
            + names(iptcExtension, "City CountryCode CountryName ProvinceState Sublocation WorldRegion LocationName LocationId")
            + names(iptcExtension, "PersonName PersonId PersonDescription")
            + names(plus, "LicensorID LicensorName LicensorURL LicensorEmail LicensorStreetAddress LicensorExtendedAddress")
            + names(plus, "LicensorCity LicensorRegion")
            + names(plus, "LicensorPostalCode LicensorCountry LicensorTelephoneType1 LicensorTelephone1 LicensorTelephoneType2")
            + names(plus, "LicensorTelephone2 CopyrightOwnerID CopyrightOwnerName ImageCreatorID ImageCreatorName")
            + names(plus, "ImageSupplierID ImageSupplierName")
            + names(exif, "Fired Return Mode Function RedEyeMode GPSLatitude GPSLongitude GPSAltitude GPSAltitudeRef")
    )

    /// The fields of regions.
    static func regionFields(namesPeople: Bool) -> Set<String> {
        Set(
            names(regions, "AppliedToDimensions RegionList Type FocusUsage Area" + (namesPeople ? " Name Description" : ""))
                + names(area, "x y w h d unit") + names(dimensions, "w h unit")
        )
    }

    private static func names(_ namespace: String, _ locals: String) -> [String] {
        locals.split(separator: " ").map { namespace + $0 }
    }
}
