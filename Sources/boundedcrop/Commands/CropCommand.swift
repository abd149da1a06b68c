import ArgumentParser
import BoundedCrop

struct CropCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "crop",
        abstract: "Crop pictures around their faces.",
        discussion: """
            EXAMPLES
              One square thumbnail, photo-300x300.jpg, in this folder:
                boundedcrop crop photo.jpg --size 300x300
              A folder, in two sizes, as WebP:
                boundedcrop crop photos/ --size 96x96 --size 900x600 --format webp -o out
              Custom file names:
                boundedcrop crop *.jpg --size 200x200 --output 'out/{name}_{width}.{ext}'
              The largest 16:9 crop around the largest face, with more room:
                boundedcrop crop photo.jpg --aspect 16:9 --scheme largest --padding 50%
              Eyes in the upper third, with room in the direction of a face turned aside:
                boundedcrop crop photo.jpg --aspect 1:1 --zoom 0.4 --placement thirds
              Upright, regardless of how the camera was held:
                boundedcrop crop photo.jpg --size 300x400 --auto-rotate
              For a print of 35x45 mm, with level eyes, and white beyond the photo's edges:
                boundedcrop crop a.jpg --size 35x45mm --align passport --align-fill white
              Every face alone, for recognition, as out/photo-face1.jpg and so on:
                boundedcrop crop photo.jpg --each-face left-to-right --align arcface -o out
              In a pipe:
                boundedcrop crop - --size 96x96 --format png -o - < a.jpg > a.png
              All pictures below a prefix, to another bucket, skipping existing ones:
                boundedcrop crop s3://photos/2024/ --recursive --size 300x300 \\
                  -o 's3://thumbnails/{name}-{width}.{ext}' --skip-existing
              From the web, and from a list of files and URLs:
                boundedcrop crop https://example.com/a.jpg --list b.txt --size 300 -o out
              For link previews and stories, by name:
                boundedcrop crop photo.jpg --preset open-graph --preset story -o out
              For a web page, in three widths with their HTML:
                boundedcrop crop photo.jpg --srcset 320,640,960@1:1 -o out
              Only print the crop:
                boundedcrop crop photo.jpg --size 300x300 --plan --json
              With options from a file, such as size = 300x300 and format = webp:
                boundedcrop crop photo.jpg --config web.conf
            """
    )

    @OptionGroup
    var configuration: ConfigurationOptions

    @OptionGroup(title: "Input")
    var input: InputOptions

    @OptionGroup
    var crop: CropOptions

    mutating func validate() throws {
        try crop.checkHiding()
        let output = crop.output
        if output.newer, input.inputs.contains(where: { ![.file, .folder].contains(PictureInput($0)) }) {
            throw ValidationError("--newer compares the times of files: use --skip-existing for URLs, objects and standard input.")
        }
        if output.writesToStandardOutput, crop.shape.shapes.count > 1 || input.areMany {
            throw ValidationError("Only one picture in one shape can be written to standard output (--output -).")
        }
    }

    func run() async throws {
        let output = crop.output
        let job = try crop.makeJob(input.reading, verbose: input.batch.verbose)
        let sources = input.sources(keepProfile: output.keepProfile, readsSidecars: crop.detection.usesEmbeddedRegions)
        let files = input.files(sources, without: output.earlierOutputs(job.template, otherFolder: crop.noFaceTo))
        try await output.checkOutput(of: files)
        if crop.names != nil, await files.areMany() { throw ValidationError("--names is for the faces of one picture.") }
        crop.sayWhatIsSeldomMeant(input.batch, of: input.inputs)
        var reporting = input.batch.reporting(json: output.json, warnsOfMissingFaces: crop.warnNoFace)
        reporting.isDryRun = crop.dryRun
        try await Batch(files, from: sources, job, threadCount: input.batch.jobs, reporting).run()
    }
}
