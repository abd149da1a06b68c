internal import BoundedCrop

extension RequestOption {
    /// The options for what must be kept in the crop, in the order of help.
    package static let ofDetection = [
        accuracy, detector, cascade, region, focal, embeddedRegions, minConfidence, minFace, maxFaces, hide,
    ]

    package static let accuracy = RequestOption(
        "accuracy",
        .detection,
        .all,
        "How thoroughly to search: low is fast, high also finds small faces (default: {default}; high for the effects command).",
        .choice(),
        example: "high",
        \.last.crop.accuracy
    )

    /// Who may name a file or a program here is for each surface to decide.
    package static let detector = RequestOption(
        "detector",
        .detection,
        .all,
        "The detector: \(DetectorExpression.names.joined(separator: ", ")), onnx:FILE, command:PROGRAM (started once for many pictures) or once:PROGRAM (started for each picture); "
            + "yunet,haar runs the second if the first finds nothing, yunet+haar runs both (default: {default}; yunet+haar for the effects command).",
        .text(
            .names,
            "name",
            pattern: detectorPattern,
            read: { text in
                _ = try DetectorExpression(text)
                return text
            },
            write: \.self
        ),
        example: "yunet",
        standard: DetectorExpression.names[0],
        \.last.crop.detector
    )

    package static let cascade = RequestOption(
        "cascade",
        .detection,
        [.crops, .redaction],
        "Detect with this OpenCV cascade.",
        .path,
        example: "frontal.xml",
        get: { _ in nil },
        set: { $0.last.crop.detector = "cascade:\($1)" }
    )

    package static let region = RequestOption(
        "region",
        .detection,
        [.pictures, .redaction],
        "A rectangle in pixels of the upright picture: crop keeps it, without padding unless that is given, instead of detecting faces; effects hides it too; may be repeated.",
        .text(
            .rectangle,
            "x,y,w,h",
            pattern: "^[0-9]{1,4},[0-9]{1,4}(,[1-9][0-9]{0,3}){2}$",
            read: { try parsed(Feature(region: $0), $0, "a region x,y,width,height in pixels, such as 120,40,200,240") }
        ),
        example: "120,40,200,240",
        repeats: true,
        get: { _ in nil },
        set: { $0.last.crop.places.append($1) }
    )

    package static let focal = RequestOption(
        "focal",
        .detection,
        .pictures,
        "A point to crop around, in pixels of the upright picture, instead of detecting faces; may be repeated.",
        .text(
            .point,
            "x,y",
            pattern: "^[0-9]{1,4},[0-9]{1,4}$",
            read: { try parsed(Feature(focalPoint: $0), $0, "a focal point x,y in pixels, such as 120,40") }
        ),
        example: "120,40",
        repeats: true,
        get: { _ in nil },
        set: { $0.last.crop.places.append($1) }
    )

    package static let embeddedRegions = RequestOption(
        "embedded-regions",
        .detection,
        [.pictures, .redaction],
        "Use the faces listed in a file's metadata (XMP mwg-rs:Regions, EXIF SubjectArea), and detect only if it lists none.",
        .flag,
        \.last.crop.usesEmbeddedRegions
    )

    package static let minConfidence = RequestOption(
        "min-confidence",
        .detection,
        [.pictures, .videos],
        "The lowest confidence of a face, such as 80% (default: 50%).",
        .share(),
        example: "0.8",
        \.last.crop.limits.minimumConfidence
    )

    package static let minFace = RequestOption(
        "min-face",
        .detection,
        [.pictures, .videos],
        "The smallest height of a face, as a share of the long side (low accuracy finds 5%, high finds 2%).",
        .share(),
        example: "0.1",
        \.last.crop.limits.minimumSize
    )

    package static let maxFaces = RequestOption(
        "max-faces",
        .detection,
        .pictures,
        "The maximum number of faces; the most confident are kept (default: {default}). Redaction covers all.",
        .integer("a number of faces"),
        example: "3",
        \.last.crop.limits.maximumCount
    )

    package static let hide = RequestOption(
        "hide",
        .detection,
        .all,
        "How much redact hides: what is surely a face, what is likely one, or anything that may be one (default: {default}).",
        .choice(),
        example: "anything",
        \.last.crop.hides
    )

    private static let detectorPattern = {
        let names = DetectorExpression.names.joined(separator: "|")
        return "^(\(names))([,+](\(names))){0,7}$"
    }()
}
