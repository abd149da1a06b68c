import ArgumentParser
import BoundedCrop
import BoundedCropEffects
import BoundedCropRendering

struct ContactSheetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contact-sheet",
        abstract: "Put many pictures on one sheet.",
        discussion: """
            EXAMPLES
              boundedcrop contact-sheet out/ --columns 5 --cell 200x200 -o sheet.jpg
              boundedcrop contact-sheet out/ --columns 5 --paper a4 --captions -o sheet.pdf
              boundedcrop contact-sheet out/ --paper 100x150mm --landscape -o sheet.png
              boundedcrop contact-sheet s3://thumbnails/2024/ -o s3://thumbnails/2024.png

            Without --paper, all pictures are on one sheet. Pages are numbered, sheet-01.png and so on, or are in one PDF.

            Pictures that cannot be read are left out and listed on standard error; the exit status is then 1. Files in a folder that are \
            no pictures are left out, too, but are no failures.
            """
    )

    @Argument(help: ArgumentHelp("Files, folders, URLs and s3:// objects.", valueName: "input"), completion: .file())
    var inputs: [String] = []

    @OptionGroup
    var list: ListOptions

    @OptionGroup
    var objects: ObjectStorageOptions

    @OptionGroup
    var loading: LoadingOptions

    @OptionGroup
    var correcting: CorrectionOptions

    @Flag(name: .shortAndLong, help: "Include subfolders, and all keys below a prefix.")
    var recursive = false

    @Flag(help: "With --recursive, follow links that lead out of the folder.")
    var followLinks = false

    @Option(help: ArgumentHelp("The number of columns.", valueName: "n"))
    var columns = 4

    @Option(
        help: ArgumentHelp(
            "The size of the cell for each picture, in pixels: 200x150, or 200 for a square (default: 240; on pages, cells fill the paper).",
            valueName: "WxH"
        ),
        transform: size
    )
    var cell: PixelSize?

    @Flag(help: "Write the name of its file below each picture. This needs librsvg.")
    var captions = false

    @OptionGroup
    var pages: PaperOptions

    @Option(
        help: ArgumentHelp("The color behind the pictures: a name, #rrggbb, rgba(...).", valueName: "color"),
        transform: color
    )
    var background = Color.white

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The file or object to write; its extension determines the format, or is .pdf.", valueName: "file")
    )
    var output: String

    @Flag(help: "Replace the file if it exists.")
    var overwrite = false

    mutating func validate() throws {
        inputs = try list.complete(inputs)
        try LocalPath.checkPresence(of: output, for: "--output")
        if !(1...1000).contains(columns) { throw ValidationError("--columns must be 1 to 1000, not \(columns).") }
        if !isPDF, ImageFormat(fileName: output)?.isWritable != true {
            let written = ImageFormat.writable.map { "." + $0.fileExtension }.joined(separator: ", ")
            throw ValidationError("The output has to end with one of \(written), .pdf, unlike \(output).")
        }
        if paper == nil, pages.needsPaper { throw ValidationError("--landscape, --dpi and --rows are for pages: add --paper a4.") }
        if paper != nil, cell != nil { throw ValidationError("On pages, cells fill the paper: say --columns and --rows, not --cell.") }
        try usage { if ObjectStorage.isLocation(output) { try ObjectStorage.check(output) } }
    }

    func run() async throws {
        let decoding = DecodingOptions.inCommand()
        let downloads = inputs.contains { PictureInput($0) == .url } ? loading.downloads(decoding) : nil
        let objects = loading.makeStorage(objects)
        let corrections = try correcting.files()
        let sources = PictureSources(decoding: decoding, downloads: downloads, objects: objects)
        do {
            let page = try paper.map { try pages.page($0, columns: columns) }
            let names = SheetNames(output: output, page: isPDF ? nil : page?.size)
            try check(names.paths(of: 1))
            let progress = ProgressBar(total: nil, downloads: downloads != nil)
            let lines = BatchLines(progress: progress, reporting: Reporting())
            let sheets = try await Interrupt.cancelling {
                defer { progress.clear() }
                var sheets = try SheetWork(
                    page: page,
                    cell: cell ?? PixelSize(width: 240, height: 240),
                    columns: columns,
                    background: background,
                    format: isPDF ? .jpeg : ImageFormat(fileName: output) ?? .png
                )
                let files = PictureFiles(
                    inputs: inputs,
                    isRecursive: recursive,
                    objects: objects,
                    filter: InputFilter(followsLinks: followLinks)
                )
                let caption = captions ? try SheetCaption(in: sheets.cell, on: background) : nil
                try await SheetPictures(files: files, sources: sources, corrections: corrections, names: names, caption: caption)
                    .read(onto: &sheets, reporting: lines)
                return sheets.sheets
            }
            if sheets.isEmpty {
                try lines.finish()
                throw BoundedCropError(.invalidArgument, "there are no pictures for the sheet")
            }
            let paths = names.paths(of: sheets.count)
            try check(paths)
            for path in paths { try checkReplacement(of: path, by: sheets[0].size) }
            let documents = isPDF ? [PDFDocument.bytes(of: sheets, on: pages.turned(paper ?? .a4))] : sheets.map(\.bytes)
            let type = isPDF ? "application/pdf" : (ImageFormat(fileName: output) ?? .png).mediaType
            for (path, bytes) in zip(paths, documents) {
                var upload = try OutputFile(path: path).write(bytes, type: type, replacing: overwrite)
                upload?.advice = OutputFile.advice
                try await upload?.send(to: objects)
            }
            await sources.finish()
            let left = names.pages(besides: paths).map(\.printable)
            let note = left.isEmpty ? [] : ["pages of an earlier run stay, as this one has fewer: \(left.listed(5)); remove them"]
            try lines.finish([], corrections.notes() + note)
        } catch let error as BoundedCropError {
            StandardError.print("boundedcrop: \(error.message)")
            throw ExitStatus.failure
        }
    }

    private var isPDF: Bool { output.lowercased().hasSuffix(".pdf") }

    /// The paper of pages; nil for one sheet.
    private var paper: Paper? { pages.paper ?? (isPDF ? .a4 : nil) }

    /// Throws `fileExists` for a file that is there and is not to be replaced.
    private func check(_ paths: [String]) throws {
        for path in paths {
            let file = OutputFile(path: path)
            if !overwrite { try file.checkAbsence() }
            for input in inputs { try file.checkDifference(from: input) }
        }
    }

    /// Throws `fileExists` if the sheet would replace a picture in one of the folders that is no earlier sheet: sheets have the same width.
    private func checkReplacement(of output: String, by size: PixelSize) throws {
        let path = SourcePlaces.absolute(output)
        let isAmongInputs = inputs.contains { PictureInput($0) == .folder && SourcePlaces.isPath(path, in: SourcePlaces.absolute($0)) }
        guard isAmongInputs, let found = try? ImageSource(contentsOfFile: output, options: .inCommand()).size, found.width != size.width
        else { return }
        throw BoundedCropError(
            .fileExists,
            "\(output) has \(found) pixels, and the sheet has \(size), so that it is a picture and not an earlier sheet: use another name"
        )
    }

    private static func size(_ text: String) throws -> PixelSize {
        guard case .exact(.size(let size))? = WantedShape(size: text) else {
            throw ValidationError("--cell is pixels from 1 to 65535, such as 200x150, or 200 for a square, not “\(text)”.")
        }
        return size
    }

    private static func color(_ text: String) throws -> Color {
        guard let color = Color(abbreviated: text) else { throw ValidationError("--background is a color, not “\(text)”.") }
        return color
    }
}
