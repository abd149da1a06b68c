/// A file that helpers read, as it is shown to them.
struct IsolatedFile {
    /// By which helpers know it again.
    let number: UInt64
    let bytes: [UInt8]
    let options: DecodingOptions
}
