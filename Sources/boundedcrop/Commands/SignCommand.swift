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
              BOUNDEDCROP_KEY=secret boundedcrop sign http://images.example.com/unsafe/300x200/smart/photo.jpg
            """
    )

    @Argument(help: ArgumentHelp("What to sign: a URL with /unsafe/ in it, or only what follows that.", valueName: "url"))
    var url: String

    @Option(help: ArgumentHelp("The key; BOUNDEDCROP_KEY without one, which other users of the machine do not see.", valueName: "key"))
    var key: String?

    @Option(help: ArgumentHelp("The hash: sha1, as thumbor, or sha256.", valueName: "sha1|sha256"))
    var signature = URLSigner.Algorithm.sha1

    func run() throws {
        let keys: [String]
        do {
            keys = try SigningKeys.list(key ?? Environment.variables["BOUNDEDCROP_KEY"] ?? "")
        } catch let error as BoundedCropError {
            throw ValidationError("\(key == nil ? "BOUNDEDCROP_KEY" : "--key"): \(error.message).")
        }
        guard !keys.isEmpty else { throw ValidationError("There is no key: set BOUNDEDCROP_KEY, or use --key.") }
        let (base, instructions) = try parts()
        do {
            _ = try ImageURL(instructions: instructions)
        } catch {
            throw ValidationError("This is no image URL: \(error).")
        }
        let signer = try URLSigner(keys: keys, algorithm: signature)
        try StandardOutput.print(base + signer.sign(instructions))
    }

    /// The service's address, if it was given, and what is signed. Other URLs are refused, because what is meant is not clear.
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
                or only what follows it, such as 300x200/photo.jpg. To sign the URL of a picture as it is, begin with /unsafe/: \
                /unsafe/\(url)
                """
            )
        case (false, _):
            throw ValidationError(
                """
                \(url) has /unsafe/ in its middle. Begin with http:// or https:// if the service's name stands before it, \
                or with /unsafe/ if it is in the name of the picture: /unsafe/\(url)
                """
            )
        }
    }
}

extension URLSigner.Algorithm: ExpressibleByArgument {}
#endif
