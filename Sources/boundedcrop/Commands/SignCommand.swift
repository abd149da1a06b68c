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
        guard !keys.isEmpty else { throw ValidationError("There is no key: set BOUNDEDCROP_KEY, or say --key.") }
        let parts = url.split(separator: "/unsafe/", maxSplits: 1, omittingEmptySubsequences: false)
        let (base, instructions) = parts.count == 2 ? (String(parts[0]), String(parts[1])) : ("", url)
        do {
            _ = try ImageURL(instructions: instructions)
        } catch {
            throw ValidationError("This is no image URL: \(error).")
        }
        let signer = try URLSigner(keys: keys, algorithm: signature)
        try StandardOutput.print(base + signer.sign(instructions))
    }
}

extension URLSigner.Algorithm: ExpressibleByArgument {}
#endif
