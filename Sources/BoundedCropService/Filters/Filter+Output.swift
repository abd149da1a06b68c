internal import BoundedCrop
internal import BoundedCropRendering

extension Filter {
    /// The file, and how it is delivered.
    static let output: [Filter] = [
        Filter("format", \.output.format) { call in
            guard let format = ImageFormat(writableNamed: try FilterArguments(call).texts[0].lowercased()) else {
                throw FilterArguments.failure(call, "names an unsupported output format; supported are \(ImageFormat.writableNames)")
            }
            return format
        } write: {
            $0?.rawValue
        },
        // 0 is thumbor's worst quality, which the codecs call 1.
        integer("quality", \.output.quality, in: 0...100, atLeast: 1),
        integer("max_bytes", \.output.maximumBytes, in: 1...1_000_000_000),
        Filter("still", \.output.frame, read: { try isThere($0) ? 1 : nil }) { frame in
            guard frame == 1 else { throw wordless("frame \(frame ?? 0) of an animation") }
            return ""
        },
        Filter(name: "cover", read: { $0.output.frame = try isThere($1) ? 1 : nil }),
        Filter("strip_exif", \.output.metadata) { call in
            switch try FilterArguments(call, count: 0...1).texts.first {
            case nil, "": .nothing
            case "except_rights": .rights
            default: throw FilterArguments.failure(call, "takes nothing or except_rights, which leaves creator, copyright and licence")
            }
        } write: {
            $0 == .rights ? "except_rights" : ""
        },
        mark("lossless", \.output.isLossless),
        mark("progressive", \.output.isProgressive),
        mark("strip_icc", \.output.convertsToSRGB),
        mark("placeholder", \.output.hasPlaceholder),
        integer("max_age", \.delivery.maximumAge, in: 0...1_000_000_000),
        integer("expires", \.delivery.expiry, in: 0...Delivery.latestExpiry),
        // All of the argument, since names may have commas.
        Filter("filename", \.delivery.fileName, read: { try Delivery.checked($0.argumentText.trimmingSpaces()) }, write: \.self),
        mark("attachment", \.delivery.isAttachment),
        mark("raw", \.delivery.isRaw),
    ]
}
