import ArgumentParser
import BoundedCrop

/// Values with units, read in one way for all options.
enum QuantityOptions {
    static func share(_ text: String) throws -> Double {
        guard let share = Quantity.share(text), (0...1).contains(share) else {
            throw ValidationError("A share is from 0% to 100%, such as 60% or 0.6, not “\(text)”.")
        }
        return share
    }

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

    /// A number of pixels or a share. A fraction without a unit could be either, so it is refused.
    static func padding(_ text: String) throws -> Padding {
        for part in text.split(separator: ",") where part.contains(".") {
            if let number = Decimals.number(part) {
                throw ValidationError("--padding \(text): \(part) has no unit. Write \(Decimals.text(number * 100))% or \(part)px.")
            }
        }
        guard let padding = Padding(text) else {
            throw ValidationError("Write a padding as 20%, 12px or 30%,10%,20%,10% (top, right, bottom, left), not “\(text)”.")
        }
        return padding
    }
}
