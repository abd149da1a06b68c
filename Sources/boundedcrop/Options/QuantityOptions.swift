import ArgumentParser
import BoundedCrop

/// Values with units, read in one way for all options.
enum QuantityOptions {
    static func bytes(_ text: String) throws -> Int {
        guard let bytes = Quantity.bytes(text), bytes > 0 else {
            throw ValidationError("Write a number of bytes as 500000, 500kB, 10MB or 1GiB, not “\(text)”.")
        }
        return bytes
    }

    static func count(_ text: String) throws -> Int {
        guard let count = Quantity.count(text), count > 0 else {
            throw ValidationError("A number is 1 or more, such as 50000000 or 50M, not “\(text)”.")
        }
        return count
    }

    static func seconds(_ text: String) throws -> Double {
        guard let seconds = Quantity.seconds(text), seconds.isFinite else {
            throw ValidationError("Write a time as 30, 30s, 500ms or 2min, not “\(text)”.")
        }
        return seconds
    }
}
