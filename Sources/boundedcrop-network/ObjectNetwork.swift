import BoundedCrop
import CCalls
import CObjectNetwork

/// A network that OpenCV runs.
final class ObjectNetwork {
    private let pointer: OpaquePointer
    private let outputs: [String]

    /// Throws `unreadableModel` with OpenCV's reason.
    init(onnx: [UInt8], outputs: [String]) throws {
        var error = bc_error()
        guard let pointer = onnx.withUnsafeBytes({ bc_object_network_create($0.baseAddress, $0.count, &error) }) else {
            throw CCall.thrown(error, failure: .unreadableModel)
        }
        self.pointer = pointer
        self.outputs = outputs
    }

    deinit {
        bc_object_network_destroy(pointer)
    }

    /// The outputs for an input of three planes of this size, in the order of their names.
    func run(_ planes: [Float], of size: PixelSize) throws -> [NetworkOutput] {
        precondition(planes.count == 3 * size.area)
        try withCStrings(outputs) { names in
            try CCall.check(failure: .detectionFailed) { error in
                bc_object_network_run(pointer, planes, Int32(clamping: size.width), Int32(clamping: size.height), names, names.count, error)
            }
        }
        return outputs.enumerated().map { index, name in
            let output = bc_object_network_output(pointer, index)
            let shape = withUnsafeBytes(of: output.shape) { $0.bindMemory(to: Int32.self).prefix(Int(output.dimensions)).map(Int.init) }
            return NetworkOutput(name: name, shape: shape, values: Array(UnsafeBufferPointer(start: output.values, count: output.count)))
        }
    }

    /// Far more than networks for detection take.
    static func limitMemory() {
        bc_limit_memory(4 << 30)
    }

    private func withCStrings<Result>(_ texts: [String], _ body: ([UnsafePointer<CChar>]) throws -> Result) rethrows -> Result {
        guard let first = texts.first else { return try body([]) }
        return try first.withCString { start in try withCStrings(Array(texts.dropFirst())) { try body([start] + $0) } }
    }
}
