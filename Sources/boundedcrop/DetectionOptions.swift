public import ArgumentParser
public import BoundedCrop

/// Where features come from.
struct DetectionOptions: ParsableArguments {
    @Option(help: ArgumentHelp("How hard to look: low is fast, high finds small faces too.", valueName: "low|high"))
    var accuracy = DetectionAccuracy.low

    @Option(help: ArgumentHelp("What finds the faces: haar.", valueName: "name"))
    var detector = "haar"

    @Option(help: ArgumentHelp("Look for what this OpenCV cascade knows.", valueName: "file"), completion: .file(extensions: ["xml"]))
    var cascade: String?

    @Option(
        // A rectangle that begins left of the picture begins with a minus.
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A rectangle to keep, in pixels of the upright picture, instead of looking for faces; may be repeated.",
            valueName: "x,y,w,h"
        ),
        transform: DetectionOptions.rectangle
    )
    var region: [Rect] = []

    mutating func validate() throws {
        if detector != "haar" { throw ValidationError("There is no detector “\(detector)”; there is haar.") }
        if cascade != nil, !region.isEmpty {
            throw ValidationError("--cascade and --region exclude each other: regions are not looked for.")
        }
    }

    func makeDetector() throws -> any FeatureDetector {
        if !region.isEmpty { return FixedFeatureDetector(region) }
        guard let cascade else { return HaarCascadeDetector() }
        do { return try HaarCascadeDetector(contentsOfFile: cascade) } catch let error as BoundedCropError {
            throw ValidationError("\(error.message).")
        }
    }

    private static func rectangle(_ text: String) throws -> Rect {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).compactMap { Double($0) }
        guard numbers.count == 4, text.filter({ $0 == "," }).count == 3, numbers.allSatisfy(\.isFinite), numbers[2] > 0, numbers[3] > 0
        else { throw ValidationError("A region is x,y,width,height in pixels, such as 120,40,200,240, not “\(text)”.") }
        return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
}

extension DetectionAccuracy: ExpressibleByArgument {}
extension BoundingScheme: ExpressibleByArgument {}
extension CropRequest.Fallback: ExpressibleByArgument {}
