import BoundedCrop

/// What a run says about itself, besides its results and errors.
struct Reporting: Sendable {
    var printsJSON = false
    /// Says what was done with each picture, and a summary.
    var isVerbose = false
    /// Says nothing but errors.
    var isQuiet = false
    /// Whether a picture without faces gives the run an exit status of its own.
    var warnsOfMissingFaces = false

    /// Whether people are told how the run ended even if all went well.
    var summarizes: Bool { !isQuiet && (isVerbose || StandardError.isTerminal) }
}
