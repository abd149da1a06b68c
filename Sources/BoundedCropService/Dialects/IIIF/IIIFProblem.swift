internal import BoundedCrop

/// The errors of IIIF URLs.
enum IIIFProblem {
    static func malformed(_ part: String, _ text: some StringProtocol, _ expected: String) -> BoundedCropError {
        BoundedCropError(.invalidURL, "the \(part) “\(text.prefix(100))” is not \(expected)")
    }

    static func empty(_ text: String) -> BoundedCropError {
        BoundedCropError(.invalidURL, "the region “\(text.prefix(100))” is empty: its width and height must be larger than 0")
    }

    static func enlarges(_ text: String) -> BoundedCropError {
        BoundedCropError(.invalidURL, "the size “\(text.prefix(100))” enlarges the region: to allow that, write ^\(text.prefix(100))")
    }
}
