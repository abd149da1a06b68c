internal import BoundedCrop
internal import Oracles

/// A picture's file with its metadata (EXIF, XMP, ICC in JPEG's segments and in PNG's and RIFF's chunks): header, regions, luma, a crop,
/// and a file encoded from the crop with the metadata kept, rewritten for what the crop shows.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Input(bytes, count)
    // The last bytes select the options; they remain part of the file.
    let choices = Array(input.bytes.suffix(10)) + [UInt8](repeating: 0, count: 10)
    Oracle.try {
        var options = DecodingOptions()
        options.limits.maximumPixels = 500_000
        options.allowsTruncated = choices[0] & 1 == 1
        options.colorProfile = choices[0] & 2 == 2 ? .keep : .convertToSRGB
        let source = try ImageSource(bytes: input.bytes, options: options)
        Oracle.check(source.embeddedFeatures, in: source.size)

        let luma = try source.luma(longSide: 1 + Int(choices[1]))
        Oracle.require(luma.bytes.count == luma.width * luma.height, "luma of \(luma.size) has \(luma.bytes.count) bytes")

        let (x, y) = (Int(choices[2]) % source.size.width, Int(choices[3]) % source.size.height)
        let part = PixelRect(x: x, y: y, width: min(90, source.size.width - x), height: min(60, source.size.height - y))
        let crop = try source.pixels(of: part, scaledTo: PixelSize(width: 1 + part.width / 2, height: 1 + part.height / 2))
        Oracle.check(crop)

        let format = ImageFormat.allCases[Int(choices[0] >> 2) % ImageFormat.allCases.count]
        let shown = shownPart(Array(choices[4..<10]), part, of: source.size)
        let keeping = [MetadataSelection.exceptPlace, .all, .rights][Int(choices[1]) % 3]
        let file = try crop.blocking.encoded(as: ImageEncoding(format), from: source, keeping: keeping, showing: shown)
        let again = try ImageSource(bytes: file)
        Oracle.require(again.size == crop.size, "written with \(crop.size), read with \(again.size)")
        Oracle.require(again.header.orientation == .up, "a crop is upright, but its file declares \(again.header.orientation)")
        Oracle.check(again.embeddedFeatures, in: again.size)
        Oracle.require(shown != nil || again.embeddedFeatures.isEmpty, "regions at unknown places are kept: \(again.embeddedFeatures)")
    }
    return 0
}

/// What the written picture is said to show: the part that it does show, nothing that is known, or anything inside, around or outside the
/// picture.
private func shownPart(_ choices: [UInt8], _ part: PixelRect, of size: PixelSize) -> PixelRect? {
    let extremes = [Int.min, -1, 0, 1, Int(UInt32.max), .max]
    let numbers = choices.dropFirst().map { Int($0) }
    return switch choices[0] % 4 {
    case 0: part
    case 1: nil
    case 2:
        PixelRect(
            x: (numbers[0] - 64) * size.width / 128,
            y: (numbers[1] - 64) * size.height / 128,
            width: numbers[2] * size.width / 128,
            height: numbers[3] * size.height / 128
        )
    default:
        PixelRect(
            x: extremes[numbers[0] % extremes.count],
            y: extremes[numbers[1] % extremes.count],
            width: extremes[numbers[2] % extremes.count],
            height: extremes[numbers[3] % extremes.count]
        )
    }
}
