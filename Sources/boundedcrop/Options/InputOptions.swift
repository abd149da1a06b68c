import ArgumentParser
import BoundedCrop

/// The options for input pictures and how they are read.
struct InputOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp("Files, folders, URLs, s3://bucket/key, s3://bucket/prefix/, or - for standard input.", valueName: "input"),
        completion: .file(extensions: ImageFormat.allCases.flatMap(\.fileExtensions))
    )
    var inputs: [String] = []

    @OptionGroup
    var list: ListOptions

    @OptionGroup
    var objects: ObjectStorageOptions

    @OptionGroup
    var loading: LoadingOptions

    @OptionGroup
    var batch: BatchOptions

    @OptionGroup
    var reading: ReadingOptions

    mutating func validate() throws {
        inputs = try list.complete(inputs)
        if inputs.filter({ $0 == "-" }).count > 1 { throw ValidationError("Standard input (-) can be read only once.") }
    }

    /// Whether there may be more than one picture.
    var areMany: Bool { inputs.count > 1 || inputs.contains { PictureInput($0).isMany } }

    func sources(keepProfile: Bool = false, readsSidecars: Bool = false) -> PictureSources {
        let decoding = reading.decodingOptions(keepProfile: keepProfile)
        let downloads = inputs.contains { PictureInput($0) == .url } ? loading.downloads(decoding) : nil
        let storage = loading.makeStorage(objects)
        return PictureSources(decoding: decoding, downloads: downloads, objects: storage, readsSidecars: readsSidecars)
    }

    /// The pictures that the inputs name, with a storage to read objects from.
    ///
    /// - Parameter earlier: What earlier runs have made, which is left out; nil if there is nothing.
    func files(_ sources: PictureSources, without earlier: EarlierOutputs? = nil) -> PictureFiles {
        let filter = InputFilter(earlier: earlier, excluded: batch.exclude, followsLinks: batch.followLinks, prefersRaw: reading.raw != nil)
        return PictureFiles(inputs: inputs, isRecursive: batch.recursive, objects: sources.objects, filter: filter)
    }
}
