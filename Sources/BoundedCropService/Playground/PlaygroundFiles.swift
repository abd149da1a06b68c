/// The files of the page, by their paths.
enum PlaygroundFiles {
    static let all: [String: (type: String, bytes: [UInt8])] = [:]
}
