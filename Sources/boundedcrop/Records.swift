import BoundedCrop

struct SkippedRecord: Encodable, Sendable {
    let file: String
    let skipped: String
}

struct ErrorRecord: Encodable, Sendable {
    struct Body: Encodable, Sendable {
        let code: String
        let message: String
    }

    let file: String
    let error: Body

    init(file: String, _ error: BoundedCropError) {
        self.file = file
        self.error = Body(code: error.code.rawValue, message: error.message)
    }
}
