internal import BoundedCrop

extension ImageURL {
    /// Why there is no such picture: its name, and whether its first folder may have been meant as a part of the URL.
    var missingPicture: String {
        let name = image.prefix(200)
        let start = "there is no picture “\(name)”"
        guard let slash = image.firstIndex(of: "/") else { return start }
        let folder = image[..<slash]
        if let part = Self.parts.first(where: { folder == $0 }) ?? (Self.hasForm(folder) ? String(folder) : nil) {
            return "\(start): “\(part.prefix(80))” was taken as its folder, since parts of a URL have a fixed order and stand once"
        }
        let guess = Self.parts.first { EditDistance.between($0, folder.lowercased()) == 1 }
        return start + (guess.map { "; did you mean “\($0)” instead of its folder “\(folder)”?" } ?? "")
    }

    private static let parts = [
        "debug", "meta", "trim", "fit-in", "adaptive-fit-in", "full-fit-in", "adaptive-full-fit-in", "stretch", "left", "center", "right",
        "top",
        "middle", "bottom", "smart",
    ]

    /// Whether a folder has the form of a part with numbers or arguments.
    private static func hasForm(_ folder: Substring) -> Bool {
        if folder.hasPrefix("filters:") || folder.hasPrefix("trim:") { return true }
        let numbers = folder.split { $0 == "x" || $0 == ":" }
        return folder.contains("x") && (2...4).contains(numbers.count) && numbers.allSatisfy { $0.utf8.allSatisfy(Int.isDigit) }
    }
}
