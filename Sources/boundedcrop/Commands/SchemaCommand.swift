import ArgumentParser
import BoundedCrop
import BoundedCropRendering

struct SchemaCommand: ParsableCommand {
    /// What a schema describes.
    enum Subject: String, ExpressibleByArgument, CaseIterable {
        case output, request, options
    }

    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema of what --json prints.",
        discussion: """
            One document (draft 2020-12) describes the lines that crop, watch, detect, effects, evaluate, formats and url print with --json, \
            and those of the worker. The lines of each command are in $defs under its name. Later versions may add members, so programs should allow unknown ones.

            "boundedcrop schema request" prints the schema of the requests in what url prints, which refuses unknown members. \
            "boundedcrop schema options" prints the table of the options of crops: their names, values and uses.

            EXAMPLES
              boundedcrop schema > boundedcrop-output.schema.json
              boundedcrop schema request > boundedcrop-request.schema.json
            """
    )

    @Argument(help: ArgumentHelp("What is described.", valueName: Subject.allValueStrings.joined(separator: "|")))
    var subject = Subject.output

    func run() throws {
        let document =
            switch subject {
            case .output: try OutputSchema.document
            case .request: try RequestSchema.document
            case .options: OptionTable.document
            }
        try StandardOutput.print(JSONText.text(document))
    }
}
