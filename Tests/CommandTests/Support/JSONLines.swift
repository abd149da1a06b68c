import Foundation

/// Declarations as in a program that parses the command's JSON. Pixel coordinates of crops are integers.
struct CropLine: Decodable, Equatable {
    struct Box: Decodable, Equatable {
        let x: Double
        let y: Double
        let width: Double
        let height: Double
    }

    struct WholeBox: Decodable, Equatable {
        let x: Int
        let y: Int
        let width: Int
        let height: Int
    }

    struct Feature: Decodable, Equatable {
        let x: Double
        let y: Double
        let width: Double
        let height: Double
        let confidence: Double
        let kind: String
        let kept: Bool
    }

    struct Output: Decodable, Equatable {
        let file: String
        let width: Int
        let height: Int
        let format: String
        let bytes: Int
    }

    let file: String
    let width: Int
    let height: Int
    let orientation: Int
    let detector: String
    let accuracy: String
    let scheme: String
    let aspect: String
    let features: [Feature]
    let bounds: Box?
    let fallback: String?
    let crop: WholeBox
    let output: Output?
}

struct DetectLine: Decodable, Equatable {
    struct Feature: Decodable, Equatable {
        let x: Double
        let y: Double
        let width: Double
        let height: Double
        let confidence: Double
        let kind: String
    }

    let file: String
    let width: Int
    let height: Int
    let orientation: Int
    let detector: String
    let accuracy: String
    let features: [Feature]
}

struct ErrorLine: Decodable, Equatable {
    struct Body: Decodable, Equatable {
        let code: String
        let message: String
    }

    let file: String
    let error: Body
}

extension Command.Outcome {
    /// Every line of standard output as one value.
    func decoded<Value: Decodable>(_ type: Value.Type) throws -> [Value] {
        try lines.map { try JSONDecoder().decode(type, from: Data($0.utf8)) }
    }

    /// Every line of standard output as an untyped object, for checks of its keys.
    func objects() throws -> [[String: Any]] {
        try lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:] }
    }
}
