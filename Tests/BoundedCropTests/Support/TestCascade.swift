/// The XML of a cascade, composed of parts that a test may damage.
struct TestCascade {
    var featureType = "HAAR"
    var width = "20"
    var height = "20"
    var categories = "0"
    var threshold = "0.5"
    /// Left, right, feature and threshold of each node.
    var nodes = "0 -1 0 0.001"
    var leaves = "1.0 2.0"
    var features = [Self.edge]
    var stages = 6

    static let edge = feature(rectangles: ["2 2 8 8 -1.", "2 2 4 8 2."])

    static func feature(rectangles: [String], tilted: String = "0") -> String {
        "<_><rects>\(rectangles.map { "<_>\($0)</_>" }.joined())</rects><tilted>\(tilted)</tilted></_>"
    }

    /// A tree of LBP features; every pattern goes to the right.
    static let patterns: TestCascade = {
        var cascade = TestCascade()
        cascade.featureType = "LBP"
        cascade.categories = "256"
        cascade.nodes = "0 -1 0 0 0 0 0 0 0 0 0"
        cascade.features = ["<_><rect>2 2 5 5</rect></_>"]
        return cascade
    }()

    var stage: String {
        """
        <_><maxWeakCount>1</maxWeakCount><stageThreshold>\(threshold)</stageThreshold><weakClassifiers><_>
        <internalNodes>\(nodes)</internalNodes><leafValues>\(leaves)</leafValues></_></weakClassifiers></_>
        """
    }

    var bytes: [UInt8] {
        Array(
            """
            <?xml version="1.0"?>
            <opencv_storage><cascade type_id="opencv-cascade-classifier"><stageType>BOOST</stageType>
            <featureType>\(featureType)</featureType><height>\(height)</height><width>\(width)</width>
            <featureParams><maxCatCount>\(categories)</maxCatCount></featureParams>
            <stages>\(String(repeating: stage, count: stages))</stages><features>\(features.joined())</features>
            </cascade></opencv_storage>
            """.utf8
        )
    }
}
