import ArgumentParser
import BoundedCrop

struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema of what --json prints.",
        discussion: """
            One document (draft 2020-12) describes the lines that crop, watch, detect, effects, evaluate, formats and url print with --json, \
            and those of the worker. The lines of each command are in $defs under its name. Later versions may add members, so programs should allow unknown ones.

            EXAMPLES
              boundedcrop schema > boundedcrop-output.schema.json
            """
    )

    func run() throws { try StandardOutput.print(JSONText.text(OutputSchema.document)) }
}
