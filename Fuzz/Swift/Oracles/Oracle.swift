package import BoundedCrop

/// Invariants for any input.
package enum Oracle {
    /// Runs code that must either succeed or throw an error that users can read. Anything else aborts the process, which the fuzzer
    /// reports.
    package static func `try`(_ body: () throws -> Void) {
        do {
            try body()
        } catch let error as BoundedCropError {
            require(!error.message.isEmpty, "an error without a message: \(error.code)")
            // An error message must be short: it must not repeat a whole input of any length.
            require(error.message.utf8.count < 20_000, "a message of \(error.message.utf8.count) bytes: \(error.message.prefix(100))")
        } catch {
            fatalError("ORACLE: an error of an unexpected type: \(error)")
        }
    }

    package static func require(_ condition: Bool, _ message: @autoclosure () -> String) {
        if !condition { fatalError("ORACLE: \(message())") }
    }

    /// No color exceeds its alpha, and there are as many bytes as the pixels need.
    package static func check(_ picture: PixelBuffer) {
        require(picture.bytes.count == picture.width * picture.height * 4, "\(picture.size) with \(picture.bytes.count) bytes")
        picture.bytes.withUnsafeBufferPointer { bytes in
            for start in stride(from: 0, to: bytes.count, by: 4) {
                let most = max(bytes[start], bytes[start + 1], bytes[start + 2])
                require(most <= bytes[start + 3], "pixel \(start / 4) has a color of \(most) above its alpha of \(bytes[start + 3])")
            }
        }
    }

    /// Finite, inside the picture or outside it.
    package static func check(_ features: [Feature], in size: PixelSize) {
        for feature in features {
            require(feature.rectangle.isFinite, "a feature at \(feature.rectangle)")
            require(feature.confidence >= 0 && feature.confidence <= 1, "a confidence of \(feature.confidence)")
        }
    }
}
