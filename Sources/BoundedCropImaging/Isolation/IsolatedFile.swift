/// A file to be read by helpers.
struct IsolatedFile {
    /// Identifies the file to helpers.
    let number: UInt64
    let bytes: [UInt8]
    let options: DecodingOptions
}
