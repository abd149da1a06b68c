internal import BoundedCrop
internal import FoundationEssentials

extension HTML {
    /// As large as pages show pictures on a screen of high resolution.
    private static let longSide = 720

    /// The address of a picture for a page: a link to the file, or the picture itself if browsers do not show files of its format.
    static func address(of file: String, from folder: String) -> String {
        guard let format = ImageFormat(fileName: file), [.heic, .tiff].contains(format), let bytes = try? shown(file) else {
            return link(to: file, from: folder)
        }
        return "data:image/webp;base64," + Data(bytes).base64EncodedString()
    }

    private static func shown(_ file: String) throws -> [UInt8] {
        try ImageSource(contentsOfFile: file).pixels(longSide: longSide).blocking.encoded(as: .webp(quality: 80))
    }
}
