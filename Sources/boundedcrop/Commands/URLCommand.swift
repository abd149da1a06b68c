#if Service
import ArgumentParser
import BoundedCrop
import BoundedCropService

struct URLCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "url",
        abstract: "Explain image URLs, and convert them to this service's own.",
        usage: "boundedcrop url [<options>] <url> ...",
        discussion: """
            EXAMPLES
              What a URL means, as JSON:
                boundedcrop url /unsafe/300x200/smart/photo.jpg
              imgix's URLs as thumbor's, on another host:
                boundedcrop url --from imgix --to thumbor \\
                  --base https://images.example.org \\
                  'https://example.imgix.net/photo.jpg?w=300&h=200&fit=crop'
              A list of URLs, with signatures:
                export BOUNDEDCROP_KEY=secret
                boundedcrop url --from imgix --to thumbor - < urls.txt > new.txt

            The settings are those of the service, from its file and from variables such as BOUNDEDCROP_KEY. Keys verify the URLs that \
            are read, and sign those that are written. A URL that cannot be read or written is reported, and the others are still \
            written.

            Exit status: 0 for success, 1 if a URL failed, 64 for wrong usage.
            """
    )

    @Argument(help: ArgumentHelp("URLs, or their paths; - reads them from standard input, one per line.", valueName: "url"))
    var urls: [String]

    @Option(
        help: ArgumentHelp(
            "Read URLs in this grammar, below its path in the service or at the root; imgix:/PATH is that path only (default: as the service).",
            valueName: "grammar"
        ),
        completion: .list(Grammar.allCases.map(\.rawValue))
    )
    var from: String?

    @Option(
        help: ArgumentHelp(
            "Write URLs in this grammar, which can only be thumbor, below its path in the service; thumbor:/PATH sets another path.",
            valueName: "grammar"
        ),
        completion: .list([Grammar.thumbor.rawValue])
    )
    var to: String?

    @Option(
        help: ArgumentHelp(
            "Write URLs below this URL, such as https://images.example.org (default: public-url, or the scheme and host of the input).",
            valueName: "url"
        )
    )
    var base: String?

    @Flag(help: "Print one JSON object per line for each URL, even with --to.")
    var json = false

    @Flag(help: "Fail for URLs with filters or parameters that cannot be honored, instead of warning.")
    var strict = false

    @OptionGroup
    var file: SettingsOptions

    mutating func validate() throws {
        if urls.filter({ $0 == "-" }).count > 1 { throw ValidationError("Standard input (-) can be read only once.") }
        _ = try conversion
    }

    func run() throws {
        var conversion = try conversion
        for url in urls {
            if url == "-" { try conversion.addStandardInput() } else { try conversion.add(url) }
        }
        try conversion.finish()
    }

    private var conversion: URLConversion {
        get throws {
            var configuration = ServiceConfiguration()
            try file.read(into: &configuration)
            if strict { configuration.isStrict = true }
            do {
                if let base { try ServiceSettings.set("public-url", base, in: &configuration) }
                let reader = try URLReader(configuration, of: try mounts(configuration))
                let mount = try to.map { $0.contains(":") ? try GrammarMount($0) : configuration.mount(of: try GrammarMount($0).grammar) }
                let writer = try mount.map { try URLWriter(configuration, of: $0) }
                return URLConversion(reader: reader, writer: writer, printsJSON: json || to == nil, namesGrammar: from != nil)
            } catch let error as BoundedCropError {
                throw ValidationError("\(error.message).")
            }
        }
    }

    /// The grammars to read.
    private func mounts(_ configuration: ServiceConfiguration) throws -> [GrammarMount] {
        guard let from else { return configuration.grammars }
        let mount = try GrammarMount(from)
        return from.contains(":") ? [mount] : [configuration.mount(of: mount.grammar), GrammarMount(root: mount.grammar)]
    }
}
#endif
