internal import BoundedCrop
internal import BoundedCropRendering

extension Filter {
    /// Where the picture is cropped.
    static let crop =
        ordered
        + RequestOption.all([.crop, .detection], on: .filters).map { option($0) }.filter { option in
            !(ordered + target).contains { $0.name == option.name }
        }

    private static let ordered: [Filter] = [
        Filter("region", \.region) { call in
            let arguments = try FilterArguments(call, count: 4...4)
            let (x, y) = (try arguments.length(0), try arguments.length(1))
            return RenderRequest.Region(x: x, y: y, width: try arguments.size(2), height: try arguments.size(3))
        } write: {
            $0?.filterText
        },
        option(.scheme), option(.keep), option(.padding), option(.zoom),
        Filter("tightness", \.stage.crop.tightness, read: { try FilterArguments($0).number(0, in: 0...1) }, write: number),
        option(.placement), option(.autoRotate), integer("face", \.stage.crop.rank, in: 1...1000), option(.align),
        option(.alignFill, write: edges),
        // `fill` is thumbor's, for the box of a picture that was fitted into it.
        option(.fill, named: "crop_fill", write: edges),
        option(.detector) { values, call in
            // The name may contain commas, which separate several detectors.
            guard !call.argumentText.isEmpty else { throw FilterArguments.failure(call, "names no detector") }
            try BuiltInDetectors.checkLength(of: call.argumentText)
            values.stage.crop.detector = call.argumentText
        },
        option(.embeddedRegions), option(.minConfidence), option(.minFace), option(.maxFaces), option(.hide), option(.accuracy),
        option(.fallback), option(.requireFace),
        Filter(name: "focal", read: { $0.stage.crop.focalRegions.append(try focalRegion($1)) }) {
            ($0.stage.crop.places.map { RenderRequest.Region(pixels: $0.rectangle) } + $0.stage.crop.focalRegions).map(\.focalText)
        },
        lengths("focal_point", \.stage.crop.focalPoint) { try $0.length($1) },
        lengths("offset", \.stage.crop.offset) { try $0.length($1) },
        lengths("window", \.stage.crop.window) { try $0.size($1) },
        Filter("magnify", \.stage.crop.magnification, read: { max(1, try FilterArguments($0).number(0, in: 0.01...100)) }, write: number),
        // These have already changed the URL: see ImageURL.withPresetSize(_:) and extractingFocalRegion().
        Filter(name: "preset", read: { _ = try FilterArguments($1) }),
        Filter(name: "extract_focal", read: { _ = try isThere($1) }),
    ]

    /// A crop option, which means the same in a URL as everywhere. As in other filters, `20p` is 20 percent.
    ///
    /// - Parameters:
    ///   - name: The filter's name; the option's by default.
    ///   - write: What is written for the text of the value.
    private static func option(
        _ option: RequestOption,
        named name: String? = nil,
        read: Read? = nil,
        write: @escaping @Sendable (String) -> String = { $0.replacing("%", with: "p").replacing("#", with: "") }
    ) -> Filter {
        let read =
            read ?? { values, call in
                let words = call.arguments.map { word in
                    word.hasSuffix("p") && Double(word.dropLast()) != nil ? word.dropLast() + "%" : word
                }
                do {
                    try option.setting(words.joined(separator: ",")).apply(to: &values.stage)
                } catch let error as BoundedCropError {
                    throw FilterArguments.failure(call, "is not possible: \(error.message)")
                }
            }
        return Filter(name: name ?? option.name.replacing("-", with: "_"), read: read) { values in
            guard let text = option.text(RenderRequest(values.stage)), text != option.text(RenderRequest()) else { return [] }
            return [option.isFlag ? "" : write(text)]
        }
    }

    /// A color in digits; other fills are words.
    @Sendable private static func edges(_ text: String) -> String { Color(text).map(ParameterText.digits) ?? text }

    private static func lengths(
        _ name: String,
        _ path: any Path<RenderRequest.Lengths?>,
        read: @escaping @Sendable (FilterArguments, Int) throws -> RenderRequest.Length
    ) -> Filter {
        Filter(name, path) { call in
            let arguments = try FilterArguments(call, count: 2...2)
            return RenderRequest.Lengths(x: try read(arguments, 0), y: try read(arguments, 1))
        } write: { lengths in
            lengths.map { "\($0.x.filterText),\($0.y.filterText)" }
        }
    }

    /// As in imagor, numbers with a point are shares of the sides, and a point of the picture is a region too.
    private static func focalRegion(_ call: FilterCall) throws -> RenderRequest.Region {
        let text = call.argumentText[...]
        if let crop = try? ImageURL.ManualCrop(segment: text), let region = crop.region { return region }
        if let region = RenderRequest.Region(shares: text) { return region }
        let point = call.arguments.compactMap { RenderRequest.Length(point: $0) }
        guard point.count == 2, call.arguments.count == 2 else {
            throw FilterArguments.failure(call, "needs a rectangle LEFTxTOP:RIGHTxBOTTOM, such as 10x10:60x80, or a point X,Y")
        }
        return RenderRequest.Region(x: point[0], y: point[1], width: .pixels(1), height: .pixels(1))
    }
}
