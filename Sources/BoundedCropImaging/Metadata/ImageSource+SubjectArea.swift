extension ImageSource {
    /// EXIF's subject area in a crop of the upright picture, again a point, a circle or a rectangle given by its center; nil if it lies
    /// outside.
    func subjectArea(in crop: PixelRect, scaledTo size: PixelSize) -> [Int]? {
        guard let numbers = metadata.exif.flatMap({ EXIF($0)?.subjectArea })?.map(Double.init), !crop.rect.isEmpty else { return nil }
        let width = numbers.count > 2 ? numbers[2] : 1
        let height = numbers.count > 3 ? numbers[3] : width
        let stored = Rect(x: numbers[0] - width / 2, y: numbers[1] - height / 2, width: width, height: height)
        let upright = header.orientation.upright(stored, inStored: header.storedSize).intersection(crop.rect)
        guard !upright.isEmpty else { return nil }
        let (horizontal, vertical) = (Double(size.width) / Double(crop.width), Double(size.height) / Double(crop.height))
        let middle = [
            Int((upright.x + upright.width / 2 - Double(crop.x)) * horizontal, within: 0...max(0, size.width - 1), rounded: .down),
            Int((upright.y + upright.height / 2 - Double(crop.y)) * vertical, within: 0...max(0, size.height - 1), rounded: .down),
        ]
        let sides = [
            Int(upright.width * horizontal, within: 1...max(1, size.width)),
            Int(upright.height * vertical, within: 1...max(1, size.height)),
        ]
        switch numbers.count {
        case 2: return middle
        case 3: return middle + [max(sides[0], sides[1])]
        default: return middle + sides
        }
    }
}
