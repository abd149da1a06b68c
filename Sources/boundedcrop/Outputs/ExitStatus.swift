import CLibrary

/// Ends the program, once people have been told all that there is to say.
struct ExitStatus: Error, Hashable {
    let code: Int32

    /// Something failed.
    static let failure = ExitStatus(code: EXIT_FAILURE)
    /// A picture has no faces, and that is to be said.
    static let withoutFaces = ExitStatus(code: 2)
    /// An output may still show what should be hidden.
    static let withVisibleFaces = ExitStatus(code: 3)
    /// Nobody reads standard output any more.
    static let readerLeft = signal(SIGPIPE)

    /// As shells have it for a program that a signal ends.
    static func signal(_ number: Int32) -> ExitStatus { ExitStatus(code: 128 + number) }
}
