import ArgumentParser
import BoundedCrop

struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema of what --json prints.",
        discussion: """
            One document (draft 2020-12) describes the lines of crop, detect, effects, formats and url, each a JSON value. Those of one \
            command are in $defs under its name. Later versions may add members, so programs should allow unknown ones.

            EXAMPLES
              boundedcrop schema > boundedcrop.schema.json
            """
    )

    func run() throws { try StandardOutput.print(JSONText.text(OutputSchema.document)) }
}
