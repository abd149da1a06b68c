/// A network with an input of 64x64 pixels that finds squares of 8x8 pixels, on a grid of 8: red ones of the weight 2, and blue ones.
package struct TinyNetwork {
    /// The ONNX file.
    package var model: [UInt8]
    /// The JSON beside it.
    package var description: String

    package init(model: [UInt8], description: String) {
        self.model = model
        self.description = description
    }

    /// Writes both into a folder, and returns the path of the model.
    package func write(to folder: TemporaryFolder, as name: String = "tiny") throws -> String {
        try folder.write(Array(description.utf8), to: "\(name).json")
        return try folder.write(model, to: "\(name).onnx")
    }

    private typealias Number = NetworkFile.Number

    private static let classes = #"[{"name": "red", "weight": 2}, {"name": "blue"}]"#
    private static let input = #""input": {"width": 64, "height": 64}"#
    /// For blue, green and red from 0 to 1: 1 for the color itself, 0 or less for grays.
    private static let red: [Float] = [-0.5, -0.5, 1]
    private static let blue: [Float] = [1, -0.5, -0.5]

    /// The weights for channels from 0 to 255.
    private static func full(_ weights: [Float]) -> [Float] { weights.map { $0 / 255 } }

    /// The center of each cell with sides of one cell, an object in every cell, and two classes.
    package static func yolox() -> TinyNetwork {
        var file = NetworkFile(width: 64, height: 64)
        let box = [Number(0.5), Number(0.5), Number(0), Number(0)]
        file.addGrid("output", strides: [8], box + [Number(1), Number(0, weights: full(red)), Number(0, weights: full(blue))])
        let description = #"{"shape": "yolox", \#(input), "strides": [8], "classes": \#(classes)}"#
        return TinyNetwork(model: file.bytes, description: description)
    }

    /// Four boxes, one after the other in each row of numbers: a red square at column 5 and row 1 of the grid, a blue one at column 1 and row
    /// 4, and nothing.
    package static func yolov8() -> TinyNetwork {
        var file = NetworkFile(width: 64, height: 64)
        let nothing = Number(0)
        let rows: [[Number]] = [
            [Number(44), Number(12), nothing, nothing], [Number(12), Number(36), nothing, nothing],
            [Number(8), Number(8), nothing, nothing], [Number(8), Number(8), nothing, nothing],
            [seesRed, nothing, nothing, nothing], [nothing, seesBlue, nothing, nothing],
        ]
        file.addList("output0", [1, 6, 4], rows.flatMap(\.self))
        let description = #"{"shape": "yolov8", \#(input), "scale": 1, "strides": [32], "classes": \#(classes)}"#
        return TinyNetwork(model: file.bytes, description: description)
    }

    /// Two classes, and sides at 0, 0, 1 and 1 cells from the cell's corner, as distributions of two numbers.
    package static func nanodet() -> TinyNetwork {
        var file = NetworkFile(width: 64, height: 64)
        let near = [Number(50), Number(0)], far = [Number(0), Number(50)]
        let classNumbers = [Number(0, weights: red), Number(0, weights: blue)]
        file.addGrid("output", strides: [8], classNumbers + near + near + far + far)
        let scale = #""mean": 0, "scale": \#(1.0 / 255)"#
        let description = #"{"shape": "nanodet", \#(input), \#(scale), "strides": [8], "classes": \#(classes)}"#
        return TinyNetwork(model: file.bytes, description: description)
    }

    /// Rows for a red square at column 5 and row 1 of the grid, for a blue one at column 1 and row 4, and for nothing.
    package static func ssdRows() -> TinyNetwork {
        var file = NetworkFile(width: 64, height: 64)
        let rows = [row(1, seesRed, redCorners), row(2, seesBlue, blueCorners), row(-1, Number(0), [0, 0, 0, 0])]
        file.addList("detections", [1, 1, 3, 7], rows.flatMap(\.self))
        return TinyNetwork(model: file.bytes, description: ssdDescription)
    }

    /// The same boxes and the scores of three classes, of which the first is the background.
    package static func ssdLists() -> TinyNetwork {
        var file = NetworkFile(width: 64, height: 64)
        file.addList("scores", [1, 2, 3], [Number(0.9), seesRed, Number(0), Number(0.9), Number(0), seesBlue])
        file.addList("boxes", [1, 2, 4], (redCorners + blueCorners).map { Number($0) })
        return TinyNetwork(model: file.bytes, description: ssdDescription)
    }

    /// Red squares as faces, with landmarks at a quarter, a half and three quarters of the cell.
    package static func yunet() -> TinyNetwork {
        var file = NetworkFile(width: 64, height: 64)
        file.addGrid("cls_8", strides: [8], [Number(0, weights: full(red))])
        file.addGrid("obj_8", strides: [8], [Number(1)])
        file.addGrid("bbox_8", strides: [8], [Number(0.5), Number(0.5), Number(0), Number(0)])
        file.addGrid("kps_8", strides: [8], points.map { Number($0) })
        return TinyNetwork(model: file.bytes, description: #"{"shape": "yunet", \#(input), "strides": [8]}"#)
    }

    /// The same, with one box in each cell.
    package static func scrfd() -> TinyNetwork {
        var file = NetworkFile(width: 64, height: 64)
        file.addGrid("kps_8", strides: [8], points.map { Number($0) })
        file.addGrid("score_8", strides: [8], [Number(0, weights: full(red.reversed()))])
        file.addGrid("bbox_8", strides: [8], [Number(0), Number(0), Number(1), Number(1)])
        let description = #"{"shape": "scrfd", \#(input), "mean": 0, "scale": 1, "strides": [8], "anchors": 1}"#
        return TinyNetwork(model: file.bytes, description: description)
    }

    /// The same, with squares of 8 pixels.
    package static func retinaface() -> TinyNetwork {
        var file = NetworkFile(width: 64, height: 64)
        file.addGrid("loc", strides: [8], [Number(0), Number(0), Number(0), Number(0)])
        file.addGrid("conf", strides: [8], [Number(0), Number(0, weights: full(red))])
        // From the center, in tenths of the side.
        file.addGrid("landms", strides: [8], points.map { Number(($0 - 0.5) * 10) })
        let description = #"{"shape": "retinaface", \#(input), "mean": 0, "strides": [8], "sizes": [[8]]}"#
        return TinyNetwork(model: file.bytes, description: description)
    }

    private static let points: [Float] = [0.25, 0.25, 0.75, 0.25, 0.5, 0.5, 0.25, 0.75, 0.75, 0.75]
    private static let redCorners: [Float] = [40.0 / 64, 8.0 / 64, 48.0 / 64, 16.0 / 64]
    private static let blueCorners: [Float] = [8.0 / 64, 32.0 / 64, 16.0 / 64, 40.0 / 64]
    // The channels of SSD and YOLOv8 begin with red.
    private static var seesRed: Number { Number(0, weights: full(red.reversed()), area: (40..<48, 8..<16)) }
    private static var seesBlue: Number { Number(0, weights: full(blue.reversed()), area: (8..<16, 32..<40)) }

    private static func row(_ index: Float, _ score: Number, _ corners: [Float]) -> [Number] {
        [Number(0), Number(index), score] + corners.map { Number($0) }
    }

    private static let ssdDescription = """
        {"shape": "ssd", \(input), "mean": 0, "scale": 1, "classes": [{"name": ""}, {"name": "red", "weight": 2}, {"name": "blue"}]}
        """
}
