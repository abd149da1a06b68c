import BoundedCrop

@testable import boundedcrop_network

extension NetworkDescription {
    /// A description in JSON; without an input in it, one of 32x16 pixels.
    static func text(_ fields: String, input: (width: Int, height: Int) = (32, 16)) throws -> NetworkDescription {
        try NetworkDescription(json: Array("{\(fields), \"input\": {\"width\": \(input.width), \"height\": \(input.height)}}".utf8))
    }

    /// What the outputs of one picture say.
    func candidates(in outputs: [NetworkOutput]) throws -> [Candidate] { try OutputReader(self).candidates(in: outputs) }

    static let twoClasses = #""classes": [{"name": "cat"}, {"name": "dog"}]"#
}

extension NetworkOutput {
    init(_ shape: [Int], _ values: [Float], name: String = "output") {
        self.init(name: name, shape: shape, values: values)
    }
}
