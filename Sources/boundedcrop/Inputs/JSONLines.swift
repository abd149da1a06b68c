import BoundedCrop
import FoundationEssentials

/// A file of JSON lines that an option names.
enum JSONLines {
    /// Calls a function with each line that is not blank.
    ///
    /// - Parameter why: Says what is wrong with a line for which the function throws, from the error and the beginning of the line.
    /// - Throws: `invalidArgument` or what reading throws, naming the file, and the line.
    static func read(_ path: String, _ body: (Data) throws -> Void, why: (_ error: any Error, _ start: String) -> String) throws {
        let bytes: [UInt8]
        do {
            bytes = try FileReader.bytes(ofFile: path, limits: ImageLimits())
        } catch let error as BoundedCropError {
            throw BoundedCropError(error.code, "\(path.printable): \(error.message)", underlying: error)
        }
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            guard line.contains(where: { $0 > 32 }) else { continue }
            do {
                try body(Data(line))
            } catch {
                let start = String(decoding: line.prefix(60), as: UTF8.self).printable
                throw BoundedCropError(.invalidArgument, "\(path.printable), line \(index + 1): \(why(error, start))", underlying: error)
            }
        }
    }
}
