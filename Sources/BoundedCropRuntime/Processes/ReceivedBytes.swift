/// What a program has written.
struct ReceivedBytes {
    var output: [UInt8] = []
    var error: [UInt8] = []

    /// Keeps only as much of the standard error as messages quote.
    mutating func forgetOldErrors() {
        if error.count > [UInt8].mostQuoted { error.removeFirst(error.count - [UInt8].mostQuoted) }
    }
}
