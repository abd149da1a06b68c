/// A line printed by `crop --json`: a crop, or an error.
package struct CropLine: Decodable, Sendable {
    struct Box: Decodable, Sendable {
        let x: Double
        let y: Double
        let width: Double
        let height: Double
        let kept: Bool?
    }

    struct Output: Decodable, Sendable {
        let file: String
        let width: Int
        let height: Int
    }

    struct Failure: Decodable, Sendable {
        let message: String
    }

    let file: String
    let width: Int?
    let height: Int?
    let scheme: String?
    let features: [Box]?
    let bounds: Box?
    let fallback: String?
    let output: Output?
    let error: Failure?
}
