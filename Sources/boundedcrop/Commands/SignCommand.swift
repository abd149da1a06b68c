#if Service
public import ArgumentParser
import BoundedCrop
public import BoundedCropService

struct SignCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign",
        abstract: "Sign an image URL for the service.",
        discussion: """
            EXAMPLES
              BOUNDEDCROP_KEY=secret boundedcrop sign 300x200/smart/example.com/photo.jpg
              BOUNDEDCROP_KEY=secret boundedcrop sign \\
                http://images.example.com/unsafe/300x200/smart/photo.jpg
            """
    )

    @Argument(help: ArgumentHelp("The URL to sign, with /unsafe/ in it, or only the part after that.", valueName: "url"))
    var url: String

    @Option(help: ArgumentHelp("The key (default: BOUNDEDCROP_KEY, which other users of the machine cannot see).", valueName: "key"))
    var key: String?

    @Option(help: ArgumentHelp("The hash function: sha1, as in thumbor, or sha256.", valueName: "sha1|sha256"))
    var signature = URLSigner.Algorithm.sha1

    func run() throws {
        let keys: [String]
        do {
            keys = try SigningKeys.list(key ?? Environment.variables["BOUNDEDCROP_KEY"] ?? "")
        } catch let error as BoundedCropError {
            throw ValidationError("\(key == nil ? "BOUNDEDCROP_KEY" : "--key"): \(error.message).")
        }
        guard !keys.isEmpty else { throw ValidationError("There is no key: set BOUNDEDCROP_KEY or use --key.") }
        let (base, given) = try parts()
        // What is signed is what stands in the URL, where a space, for example, is %20.
        let instructions = PercentEncoding.encoded(given, keeping: Self.urlCharacters, keepingEscapes: true)
        do {
            _ = try ImageURL(instructions: instructions)
        } catch let error as BoundedCropError {
            throw ValidationError("This is not an image URL: \(error.message).")
        }
        let signer = try URLSigner(keys: keys, algorithm: signature)
        try StandardOutput.print(base + signer.sign(instructions))
    }

    /// What besides letters and digits may stand in the path and the query of a URL (RFC 3986, 3.3 and 3.4).
    private static let urlCharacters = "-._~!$&'()*+,;=:@/?"

    /// The service's address, if it was given, and what is signed. Other URLs are refused, because they are ambiguous.
    private func parts() throws -> (base: String, instructions: String) {
        for start in ["/unsafe/", "unsafe/"] where url.hasPrefix(start) { return ("", String(url.dropFirst(start.count))) }
        let isWhole = url.hasPrefix("//") || ["http://", "https://"].contains { url.lowercased().hasPrefix($0) }
        let parts = url.split(separator: "/unsafe/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        switch (isWhole, parts.count) {
        case (true, 2): return (parts[0], parts[1])
        case (false, 1): return ("", url)
        case (true, _):
            throw ValidationError(
                """
                \(url) has no /unsafe/. Pass the service's URL with it, such as http://images.example.com/unsafe/300x200/photo.jpg, \
                or only the part after it, such as 300x200/photo.jpg. To sign the URL of an unchanged picture, begin with /unsafe/: \
                /unsafe/\(url)
                """
            )
        case (false, _):
            throw ValidationError(
                """
                \(url) contains /unsafe/ in the middle. Begin with http:// or https:// if it follows the service's name, \
                or with /unsafe/ if it is part of the picture's name: /unsafe/\(url)
                """
            )
        }
    }
}

extension URLSigner.Algorithm: ExpressibleByArgument {}
#endif
