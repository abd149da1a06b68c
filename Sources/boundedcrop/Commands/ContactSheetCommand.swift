import ArgumentParser
import BoundedCrop
import BoundedCropEffects

struct ContactSheetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contact-sheet",
        abstract: "Put many pictures on one sheet.",
        discussion: """
            EXAMPLES
              boundedcrop contact-sheet out/ --columns 5 --cell 200x200 -o sheet.jpg
            """
    )

    @Argument(help: ArgumentHelp("Files, folders and URLs.", valueName: "input"), completion: .file())
    var inputs: [String] = []

    @OptionGroup
    var list: ListOptions

    @OptionGroup
    var loading: LoadingOptions

    @Option(help: ArgumentHelp("How many stand side by side.", valueName: "n"))
    var columns = 4

    @Option(help: ArgumentHelp("The room for each picture, in pixels.", valueName: "WxH"), transform: ShapeOptions.size)
    var cell = PixelSize(width: 240, height: 240)

    @Option(
        help: ArgumentHelp("What shows behind the pictures: a name, #rrggbb, rgba(...).", valueName: "color"),
        transform: color
    )
    var background = Color.white

    @Option(name: .shortAndLong, help: ArgumentHelp("The file to write; its ending names the format.", valueName: "file"))
    var output: String

    @Flag(help: "Replace the file if it exists.")
    var overwrite = false

    mutating func validate() throws {
        inputs += try list.listed()
        if inputs.isEmpty { throw ValidationError("Missing expected argument '<input> ...': files, folders or URLs, or a --list of them.") }
        if !(1...1000).contains(columns) { throw ValidationError("--columns is 1 to 1000, not \(columns).") }
        if ImageFormat(fileName: output)?.isWritable != true {
            let written = ImageFormat.writable.map { "." + $0.fileExtension }.joined(separator: ", ")
            throw ValidationError("The output has to end with one of \(written), unlike \(output).")
        }
    }

    func run() async throws {
        let files = PictureFiles(inputs, recursive: false)
        let downloads = files.entries.contains(where: \.isURL) ? loading.downloads(DecodingOptions()) : nil
        let sources = PictureSources(decoding: DecodingOptions(), downloads: downloads)
        for failure in files.failures { StandardError.print("boundedcrop: \(failure.path): \(failure.error.message)") }
        do {
            var pictures: [PixelBuffer] = []
            for entry in files.entries {
                do {
                    let source = try await sources.loaded(entry)
                    pictures.append(try (source ?? sources.read(entry, Cancellation())).pixels())
                } catch let error as BoundedCropError {
                    throw BoundedCropError(error.code, "\(entry.path): \(error.message)", underlying: error)
                }
            }
            await sources.finish()
            let sheet = try ContactSheet.picture(of: pictures, cell: cell, columns: columns, background: background)
            let encoding = ImageEncoding(ImageFormat(fileName: output) ?? .png)
            try AtomicFile.makeDirectory(for: output)
            try AtomicFile.write(sheet.blocking.encoded(as: encoding), to: output, replacing: overwrite)
        } catch let error as BoundedCropError {
            StandardError.print("boundedcrop: \(error.message)")
            throw ExitCode.failure
        }
        if !files.failures.isEmpty { throw ExitCode.failure }
    }

    private static func color(_ text: String) throws -> Color {
        guard let color = Color(abbreviated: text) else { throw ValidationError("--background is a color, not “\(text)”.") }
        return color
    }
}
