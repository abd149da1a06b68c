import BoundedCrop
import BoundedCropEffects
import Testing

/// Compares levels with those of thumbor 7.7.4's filters for the five colors in `inputs`.
@Suite(.timeLimit(.minutes(15))) struct ThumborLevelsTests {
    static let inputs: [[UInt8]] = [[0, 255, 0], [85, 170, 73], [58, 197, 98], [255, 0, 219], [136, 119, 168]]
    static let curve: String =
        "curve([(0,0),(255,255)],[(0,50),(16,51),(32,69),(58,85),(92,120),(128,170),(140,186),(167,225),(192,245),(225,255),(244,255),(255,254)],"
        + "[(0,0),(16,2),(32,18),(64,59),(92,116),(128,182),(167,211),(192,227),(224,240),(244,247),(255,252)],"
        + "[(0,48),(16,50),(62,77),(92,110),(128,144),(140,153),(167,180),(192,192),(224,217),(244,225),(255,225)])"

    @Test(arguments: [
        ("brightness(20)", [[51, 255, 51], [136, 221, 124], [109, 248, 149], [255, 51, 255], [187, 170, 219]]),
        ("brightness(-40)", [[0, 153, 0], [0, 68, 0], [0, 95, 0], [153, 0, 117], [34, 17, 66]]),
        ("contrast(40)", [[0, 255, 0], [44, 210, 21], [0, 255, 70], [255, 0, 255], [143, 111, 206]]),
        ("contrast(-40)", [[82, 173, 82], [113, 143, 109], [103, 152, 118], [173, 82, 160], [130, 125, 142]]),
        ("contrast(100)", [[0, 255, 0], [0, 255, 0], [0, 255, 8], [255, 0, 255], [160, 92, 255]]),
        ("contrast(-100)", [[128, 128, 128], [128, 128, 128], [128, 128, 128], [128, 128, 128], [128, 128, 128]]),
        ("rgb(20,-20,40)", [[51, 204, 102], [136, 119, 175], [109, 146, 200], [255, 0, 255], [187, 68, 255]]),
        ("saturation(2)", [[0, 255, 0], [29, 199, 5], [0, 236, 38], [255, 0, 255], [141, 107, 205]]),
        ("saturation(0)", [[195, 195, 195], [140, 140, 140], [157, 157, 157], [157, 157, 157], [130, 130, 130]]),
        ("saturation(0.4)", [[117, 219, 117], [118, 152, 113], [117, 173, 133], [196, 94, 182], [132, 125, 145]]),
        ("grayscale()", [[150, 150, 150], [134, 134, 134], [144, 144, 144], [101, 101, 101], [130, 130, 130]]),
        ("colorize(50,20,80,ff8000)", [[127, 229, 0], [170, 161, 14], [156, 183, 19], [255, 25, 43], [195, 120, 33]]),
        (curve, [[50, 252, 48], [111, 213, 88], [85, 230, 117], [254, 0, 213], [181, 169, 181]]),
    ])
    func `levels are those of thumbor, except for rounding`(text: String, outputs: [[Int]]) throws {
        let bytes: [UInt8] = Self.inputs.flatMap { $0 + [255] }
        let picture = try PixelBuffer(size: PixelSize(width: Self.inputs.count, height: 1), bytes: bytes)
        let changed = try picture.applying(EffectExpression.effects(text))
        for (index, output) in outputs.enumerated() {
            #expect(largestDifference(changed[index, 0], output) <= 1, "\(changed[index, 0]) instead of \(output)")
        }
    }

    @Test(arguments: [
        ("convolution(1;2;1;2;4;2;1;2;1,3,true)", [[4, 250], [85, 170], [250, 4]]),
        ("convolution(1;2;3;4;5;6;7;8;9,3,true)", [[8, 246], [91, 163], [252, 2]]),
        ("convolution(-1;-1;-1;-1;8;-1;-1;-1;-1,3,false)", [[0, 51], [0, 0], [51, 0]]),
        ("convolution(0;0;0;0;1;0;0;0;0,3)", [[0, 255], [85, 170], [255, 0]]),
    ])
    func `kernels are positioned like those of thumbor, including at the edges`(text: String, outputs: [[Int]]) throws {
        let bytes: [UInt8] = (0..<256).flatMap { (level: Int) -> [UInt8] in [UInt8(level), UInt8(255 - level), 0, 255] }
        let picture = try PixelBuffer(size: PixelSize(width: 16, height: 16), bytes: bytes)
        let changed = try picture.applying(EffectExpression.effects(text))
        for (place, output) in zip([0, 5, 15], outputs) {
            #expect(largestDifference(changed[place, place], output) <= 1, "\(changed[place, place]) instead of \(output)")
        }
    }

    private func largestDifference(_ pixel: [UInt8], _ levels: [Int]) -> Int {
        var largest = 0
        for (channel, level) in levels.enumerated() { largest = max(largest, abs(Int(pixel[channel]) - level)) }
        return largest
    }
}
