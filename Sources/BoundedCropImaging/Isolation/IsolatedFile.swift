/// A file to be read by helpers.
struct IsolatedFile {
    /// Identifies the file to helpers.
    let number: UInt64
    let bytes: FileBytes
    let options: DecodingOptions
}
