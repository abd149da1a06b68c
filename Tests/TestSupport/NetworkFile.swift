/// A tiny network as an ONNX file, made without any package. Each of its outputs is linear in the colors of the picture.
package struct NetworkFile {
    /// One number: `bias`, plus the mean of each channel of the input times its weight.
    package struct Number {
        package var bias: Float
        package var weights: [Float]
        /// The columns and rows of which the mean is taken; nil for all.
        package var area: (columns: Range<Int>, rows: Range<Int>)?

        /// - Parameter weights: For the three channels, in the order in which the network gets them.
        package init(_ bias: Float, weights: [Float] = [0, 0, 0], area: (columns: Range<Int>, rows: Range<Int>)? = nil) {
            self.bias = bias
            self.weights = weights
            self.area = area
        }
    }

    private let width: Int
    private let height: Int
    private var nodes: [UInt8] = []
    private var tensors: [UInt8] = []
    private var outputs: [UInt8] = []

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Adds an output of the shape [1, cells, numbers]: the numbers of each cell of grids with these steps, row by row. Without a `name`
    /// for the file's list of outputs, nothing can ask for it.
    package mutating func addGrid(_ name: String, strides: [Int], _ numbers: [Number]) {
        for stride in strides {
            addConvolution("\(name) \(stride) map", (stride, stride), numbers)
            let cells = (width / stride) * (height / stride)
            addReshape("\(name) \(stride) map", [1, numbers.count, cells], to: "\(name) \(stride) lists")
            let result = strides.count == 1 ? name : "\(name) \(stride)"
            nodes += Self.node("Transpose", ["\(name) \(stride) lists"], result, Self.attribute("perm", [0, 2, 1]))
        }
        if strides.count > 1 { nodes += Self.node("Concat", strides.map { "\(name) \($0)" }, name, Self.axis(1)) }
        outputs += ProtocolBuffer.bytes(12, Self.value(name, [1, 0, numbers.count]))
    }

    /// Adds an output of this shape whose numbers see the whole picture.
    package mutating func addList(_ name: String, _ shape: [Int], _ numbers: [Number]) {
        addConvolution("\(name) map", (width, height), numbers)
        addReshape("\(name) map", shape, to: name)
        outputs += ProtocolBuffer.bytes(12, Self.value(name, shape))
    }

    /// Adds an output made with weights that declare this shape and are not there.
    package mutating func addEmptyWeights(_ name: String, _ shape: [Int]) {
        addTensor("\(name) weights", shape, [])
        nodes += Self.node("Conv", ["picture", "\(name) weights"], name, Self.attribute("kernel_shape", shape.suffix(2)))
        outputs += ProtocolBuffer.bytes(12, Self.value(name, [1, 0, 0, 0]))
    }

    /// The file.
    package var bytes: [UInt8] {
        let input = ProtocolBuffer.bytes(11, Self.value("picture", [1, 3, height, width]))
        let graph = nodes + ProtocolBuffer.text(2, "tiny") + tensors + input + outputs
        let operators = ProtocolBuffer.text(1, "") + ProtocolBuffer.number(2, 11)
        return ProtocolBuffer.number(1, 7) + ProtocolBuffer.bytes(7, graph) + ProtocolBuffer.bytes(8, operators)
    }

    private mutating func addConvolution(_ name: String, _ kernel: (width: Int, height: Int), _ numbers: [Number]) {
        var weights: [Float] = []
        weights.reserveCapacity(numbers.count * 3 * kernel.width * kernel.height)
        for number in numbers {
            let area = number.area ?? (0..<kernel.width, 0..<kernel.height)
            let share = 1 / Float(area.columns.count * area.rows.count)
            for weight in number.weights {
                for row in 0..<kernel.height {
                    for column in 0..<kernel.width {
                        weights.append(area.columns.contains(column) && area.rows.contains(row) ? weight * share : 0)
                    }
                }
            }
        }
        addTensor("\(name) weights", [numbers.count, 3, kernel.height, kernel.width], weights)
        addTensor("\(name) biases", [numbers.count], numbers.map(\.bias))
        let sides =
            Self.attribute("kernel_shape", [kernel.height, kernel.width]) + Self.attribute("strides", [kernel.height, kernel.width])
        nodes += Self.node("Conv", ["picture", "\(name) weights", "\(name) biases"], name, sides)
    }

    private mutating func addReshape(_ name: String, _ shape: [Int], to result: String) {
        let numbers = shape.flatMap { number in withUnsafeBytes(of: Int64(number).littleEndian) { Array($0) } }
        addTensor("\(result) shape", [shape.count], type: 7, numbers)
        nodes += Self.node("Reshape", [name, "\(result) shape"], result)
    }

    private mutating func addTensor(_ name: String, _ shape: [Int], _ values: [Float]) {
        addTensor(name, shape, type: 1, values.flatMap { value in withUnsafeBytes(of: value.bitPattern.littleEndian) { Array($0) } })
    }

    private mutating func addTensor(_ name: String, _ shape: [Int], type: UInt64, _ raw: [UInt8]) {
        let sides = shape.flatMap { ProtocolBuffer.number(1, UInt64($0)) }
        tensors += ProtocolBuffer.bytes(
            5,
            sides + ProtocolBuffer.number(2, type) + ProtocolBuffer.text(8, name) + ProtocolBuffer.bytes(9, raw)
        )
    }

    private static func node(_ operation: String, _ inputs: [String], _ output: String, _ attributes: [UInt8] = []) -> [UInt8] {
        let names = inputs.flatMap { ProtocolBuffer.text(1, $0) } + ProtocolBuffer.text(2, output)
        return ProtocolBuffer.bytes(1, names + ProtocolBuffer.text(4, operation) + attributes)
    }

    private static func attribute(_ name: String, _ numbers: some Sequence<Int>) -> [UInt8] {
        let values = numbers.flatMap { ProtocolBuffer.number(8, UInt64($0)) }
        return ProtocolBuffer.bytes(5, ProtocolBuffer.text(1, name) + values + ProtocolBuffer.number(20, 7))
    }

    private static func axis(_ axis: UInt64) -> [UInt8] {
        ProtocolBuffer.bytes(5, ProtocolBuffer.text(1, "axis") + ProtocolBuffer.number(3, axis) + ProtocolBuffer.number(20, 2))
    }

    /// A name with a shape of floats; 0 for a length that the file does not state.
    private static func value(_ name: String, _ shape: [Int]) -> [UInt8] {
        let sides = shape.flatMap { ProtocolBuffer.bytes(1, $0 == 0 ? [] : ProtocolBuffer.number(1, UInt64($0))) }
        let type = ProtocolBuffer.bytes(1, ProtocolBuffer.number(1, 1) + ProtocolBuffer.bytes(2, sides))
        return ProtocolBuffer.text(1, name) + ProtocolBuffer.bytes(2, type)
    }
}
