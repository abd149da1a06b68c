internal import BoundedCrop
internal import BoundedCropEffects

extension RequestOption {
    /// The options for the position and the size of the crop, in the order of help.
    package static let ofCrops = [
        rectangle, scheme, keep, eachFace, padding, zoom, placement, autoRotate, align, alignFill, document, strict, fill, fallback,
        requireFace, noBounding, noUpscale,
    ]

    package static let rectangle = RequestOption(
        "crop",
        .crop,
        [.crops, .uploads],
        "Exactly this part of the upright picture, in pixels or percent, such as 10%,40,50%,240: nothing is detected. For another shape, the smallest part that holds it.",
        .text(
            .rectangle,
            "x,y,w,h",
            pattern: "^([0-9]{1,4}|[1-9]?[0-9]%)(,([0-9]{1,4}|[1-9]?[0-9]%))(,([1-9][0-9]{0,3}|[1-9][0-9]?%|100%)){2}$",
            read: {
                try parsed(
                    RenderRequest.Region($0),
                    $0,
                    "a rectangle x,y,width,height in pixels, or in percent up to 100%, such as 120,40,200,240 or 10%,20%,50%,60%"
                )
            },
            write: \.text
        ),
        example: "10%,40,50%,240",
        \.last.crop.rectangle
    )

    package static let scheme = RequestOption(
        "scheme",
        .crop,
        [.pictures, .videos],
        "Which faces to keep (default: {default}).",
        .choice(),
        example: "largest",
        \.last.crop.scheme
    )

    package static let keep = RequestOption(
        "keep",
        .crop,
        [.pictures, .videos],
        "The kinds of features to keep, if a detector finds several, each with a priority (default: 1), such as person:1,dog:0.8,face:2.",
        .text(.weights, "kinds", read: { try KeptKinds($0) }, write: \.text),
        example: "person:1,face:3",
        \.last.crop.kept
    )

    package static let eachFace = RequestOption(
        "each-face",
        .crop,
        [.crops, .uploads],
        "Make a picture for each face, numbered from 1 in this order: left-to-right (by rows from the top), or size (the largest first).",
        .choice(),
        example: "left-to-right",
        \.last.crop.eachFace
    )

    package static let padding = RequestOption(
        "padding",
        .crop,
        [.pictures, .videos],
        "Room around each face, as a share of its size or in pixels, for all sides or top,right,bottom,left (default: {default}; none around given regions and points).",
        .text(.lengths, "20%|12px|T,R,B,L", read: readPadding, write: \.description),
        example: "20%",
        standard: Padding.standard.description,
        \.last.crop.padding
    )

    package static let zoom = RequestOption(
        "zoom",
        .crop,
        [.pictures, .videos],
        "Crop tighter, so that the faces take this share of the width or height, such as 60%.",
        .share(from: 0.001),
        example: "0.5",
        \.last.crop.zoom
    )

    package static let placement = RequestOption(
        "placement",
        .crop,
        [.pictures, .videos],
        "Where the faces are if the crop has room: with the eyes at a third from the top (default), in the center, or on third lines.",
        .choice(),
        example: "thirds",
        \.last.crop.placement
    )

    package static let autoRotate = RequestOption(
        "auto-rotate",
        .crop,
        .pictures,
        "Turn the output upright if all its faces agree on a quarter turn; the shape is the output's.",
        .flag,
        \.last.crop.rotatesToFaces
    )

    package static let align = RequestOption(
        "align",
        .crop,
        .pictures,
        "Turn and scale so that the eyes of one face are level, at the same place each time: passport, avatar, or shares of the output: the eyes' distance from the top, from each other, and from the left (default: 50%); arcface is for networks that recognize faces, 112x112 if no size is given.",
        .text(
            .lengths,
            "passport|avatar|arcface|45%,30%",
            pattern: "^(passport|avatar|arcface|([1-9]|[1-8][0-9])%,([1-9]|[1-8][0-9])%(,([1-9]|[1-8][0-9])%)?)$",
            read: {
                try parsed(FaceAlignment($0), $0, "an alignment: passport, avatar, arcface, or shares such as 45%,30% or 45%,30%,50%")
            },
            write: \.text
        ),
        example: "passport",
        \.last.crop.alignment
    )

    package static let alignFill = RequestOption(
        "align-fill",
        .crop,
        .pictures,
        "With align, what shows beyond the picture's edges: the picture mirrored and blurred (edge, the default for passport), the crop blurred (blur), or a color: a name, #rrggbb, rgba(...).",
        .edges,
        example: "edge",
        \.last.crop.alignmentFill
    )

    package static let fill = RequestOption(
        "fill",
        .crop,
        [.crops, .uploads],
        "Where no crop of the shape holds all faces, show them all, with this beyond the picture's edges: the crop blurred (blur), the picture mirrored and blurred (edge), or a color.",
        .edges,
        example: "blur",
        \.last.crop.fill
    )

    package static let document = RequestOption(
        "document",
        .crop,
        [.crops, .uploads],
        "A photo for passports or visas: the size on paper, the height of the head and the eye line of this authority (docs/printing.md). It says what speaks against the photo: a face tilted or turned, several faces, too few pixels.",
        .choice(),
        example: DocumentPhoto.schengen.rawValue,
        get: \.last.crop.document,
        set: { $0.last.crop.take($1) }
    )

    package static let strict = RequestOption(
        "strict",
        .crop,
        [.crops, .uploads],
        "With document or align passport, make nothing of a picture if something speaks against the photo.",
        .flag,
        \.last.crop.isStrict
    )

    package static let fallback = RequestOption(
        "fallback",
        .crop,
        [.pictures, .videos],
        "What to crop around if there are no faces (default: {default}).",
        .choice(),
        example: "center",
        \.last.crop.fallback
    )

    package static let requireFace = RequestOption(
        "require-face",
        .crop,
        [.pictures, .videos],
        "Fail if no face is found.",
        .flag,
        \.last.crop.requiresFeature
    )

    package static let noBounding = RequestOption(
        "no-bounding",
        .crop,
        [.crops, .uploads],
        "Skip detection and crop around the center.",
        .flag,
        get: { !$0.last.crop.detects },
        set: { $0.last.crop.detects = !$1 }
    )

    package static let noUpscale = RequestOption(
        "no-upscale",
        .crop,
        .pictures,
        "Do not enlarge crops that are smaller than the given size.",
        .flag,
        get: { $0.last.target.upscaling == .neverAtAspect },
        set: { $0.last.target.upscaling = $1 ? .neverAtAspect : .crops }
    )

    @Sendable private static func readPadding(_ text: String) throws -> Padding {
        // A fraction without a unit could be either.
        for part in text.split(separator: ",") where part.contains(".") {
            guard let number = Decimals.number(part) else { continue }
            throw wrong(text, "a padding: \(part) has no unit, so write \(Decimals.text(number * 100))% or \(part)px")
        }
        return try parsed(Padding(text), text, "a padding such as 20%, 12px or 30%,10%,20%,10% (top, right, bottom, left)")
    }
}
