import BoundedCrop
import BoundedCropEffects
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct RedactedAnimationTests {
    private static let size = PixelSize(width: 40, height: 30)
    private static let face = Feature(Rect(x: 10, y: 8, width: 12, height: 14))

    /// Frames of 100 ms in shades of gray, by which a detector tells them apart.
    private static func animation(_ count: Int) throws -> ImageSource {
        let writer = try AnimationWriter(size: size, encoding: .webp(.lossless()))
        for number in 0..<count { try writer.add(PixelBuffer(size: size, filledWith: shade(number)), for: .milliseconds(100)) }
        return try ImageSource(bytes: writer.finish())
    }

    private static func shade(_ number: Int) -> (UInt8, UInt8, UInt8, UInt8) {
        let shade = UInt8(60 + 5 * number)
        return (shade, shade, shade, 255)
    }

    private static func detector(finding frames: Set<Int>) -> ClosureFeatureDetector {
        ClosureFeatureDetector(name: "some") { picture, _ in
            let number = (Int(try picture.pixels(longSide: 40).bytes[0]) - 60) / 5
            return frames.contains(number) ? [face] : []
        }
    }

    /// The numbers of the frames in which the face is covered.
    private func covered(_ file: AnimationFile) throws -> [Int] {
        var (covered, number): ([Int], Int) = ([], 0)
        try ImageSource(bytes: file.bytes).forEachFrame { frame in
            if frame.pixels.bytes[(15 * 40 + 16) * 4] == 0 { covered.append(number) }
            number += 1
            return true
        }
        return covered
    }

    @Test(arguments: [
        (found: [3], hidden: Array(0...9)), (found: [0, 15], hidden: Array(0...6) + Array(9...15)), (found: [], hidden: []),
    ])
    func `what is found in one frame is hidden for half a second around it`(found: [Int], hidden: [Int]) throws {
        let redaction = Redact(.fill(.black), detector: Self.detector(finding: Set(found)))
        let file = try Self.animation(16).applying([redaction], toFramesAs: .webp(.lossless()))
        #expect(try covered(file) == hidden)
    }

    /// The places of features by frame, in an animation of frames of 100 ms.
    private func hidden(_ places: [Int: [Rect]], frame: Int, of count: Int) throws -> [Bool] {
        let detector = ClosureFeatureDetector(name: "places") { picture, _ in
            let number = (Int(try picture.pixels(longSide: 40).bytes[0]) - 60) / 5
            return (places[number] ?? []).map { Feature($0) }
        }
        let redaction = Redact(.fill(.black), detector: detector, margin: 0, shape: .rectangle)
        let file = try Self.animation(count).applying([redaction], toFramesAs: .webp(.lossless()))
        let pixels = try ImageSource(bytes: file.bytes).frame(frame + 1)
        return (0..<40).map { pixels.bytes[(15 * 40 + $0) * 4] == 0 }
    }

    @Test func `somebody beside a face that was found is hidden too`() throws {
        let (one, other) = (Rect(x: 2, y: 10, width: 12, height: 12), Rect(x: 13, y: 10, width: 12, height: 12))
        let columns = try hidden([0: [one, other], 1: [one], 2: [one, other]], frame: 1, of: 3)
        #expect((2..<25).allSatisfy { columns[$0] })
    }

    @Test func `a moving face that is missed once is hidden on its way`() throws {
        func place(_ x: Double) -> Rect { Rect(x: x, y: 10, width: 10, height: 10) }
        let columns = try hidden([0: [place(0)], 2: [place(24)]], frame: 1, of: 3)
        #expect((0..<34).allSatisfy { columns[$0] })
    }

    @Test func `a small error on a face does not uncover it`() throws {
        let face = Rect(x: 5, y: 5, width: 20, height: 20)
        let columns = try hidden([0: [face], 1: [Rect(x: 12, y: 14, width: 4, height: 4)], 2: [face]], frame: 1, of: 3)
        #expect((5..<25).allSatisfy { columns[$0] })
    }

    @Test func `a still face is hidden where it was found, and no more`() throws {
        let face = Rect(x: 5, y: 5, width: 20, height: 20)
        let columns = try hidden([0: [face], 1: [face], 2: [face]], frame: 1, of: 3)
        #expect(columns == (0..<40).map { (5..<25).contains($0) })
    }

    @Test func `crops are redacted in the same way`() throws {
        let redaction = Redact(.fill(.black), detector: Self.detector(finding: [2]))
        let source = try Self.animation(5)
        let cropper = BlockingCropper(detector: FixedFeatureDetector([Self.face]))
        let plan = try cropper.plan(cropper.follow(source), for: CropRequest(.source))
        let file = try cropper.render(plan, ofAnimation: source, as: .webp(.lossless()), applying: [redaction])
        #expect(try covered(file) == [0, 1, 2, 3, 4])
    }

    @Test func `nothing is returned if detection fails in one frame`() throws {
        struct Broken: Error {}
        let calls = Mutex(0)
        let detector = ClosureFeatureDetector(name: "broken") { _, _ in
            let count = calls.withLock { calls in
                calls += 1
                return calls
            }
            if count == 4 { throw Broken() }
            return []
        }
        let source = try Self.animation(5)
        #expect(throws: Broken.self) {
            try source.applying([Redact(.blur, detector: detector)], toFramesAs: .gif())
        }
    }

    @Test func `each redaction hides what its own detector finds`() throws {
        let other = FixedFeatureDetector([Feature(Rect(x: 30, y: 20, width: 8, height: 8))])
        let effects = [Redact(.fill(.black), detector: Self.detector(finding: [1])), Redact(.fill(.white), detector: other)]
        let file = try Self.animation(3).applying(effects, toFramesAs: .webp(.lossless()))
        #expect(try covered(file) == [0, 1, 2])
        try ImageSource(bytes: file.bytes).forEachFrame { frame in
            #expect(frame.pixels.bytes[(24 * 40 + 34) * 4] == 255)
            return true
        }
    }

    /// An animation whose XMP names a person, and says who has the rights.
    private static func named() throws -> ImageSource {
        let xmp = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
            xmlns:ext="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
            photoshop:Credit="Rights of Ann"><ext:PersonInImage>Tom Hidden</ext:PersonInImage></rdf:Description></rdf:RDF></x:xmpmeta>
            """
        let packet = Array(xmp.utf8) + (xmp.utf8.count.isMultiple(of: 2) ? [] : [0x20])
        let length = (0..<4).map { UInt8(truncatingIfNeeded: packet.count >> (8 * $0)) }
        var file = try animation(2).file.withUnsafeBytes { Array($0) }
        file += Array("XMP ".utf8) + length + packet
        let count = file.count - 8
        for index in 0..<4 { file[4 + index] = UInt8(truncatingIfNeeded: count >> (8 * index)) }
        return try ImageSource(bytes: file)
    }

    @Test func `an animation does not name who is hidden in it`() throws {
        let source = try Self.named()
        let redaction = Redact(.fill(.black), detector: Self.detector(finding: [0]))
        for (effects, isNamed) in [([], true), ([redaction], false)] as [([any ImageEffect], Bool)] {
            let file = try source.applying(effects, toFramesAs: .webp(.lossless()), keeping: .all)
            let cropper = BlockingCropper(detector: FixedFeatureDetector([Feature]()))
            let plan = try cropper.plan(source, for: CropRequest(width: 40, height: 30))
            let crop = try cropper.render(plan, ofAnimation: source, as: .webp(.lossless()), keeping: .all, applying: effects)
            for text in [file, crop].map({ String(decoding: $0.bytes, as: UTF8.self) }) {
                #expect(text.contains("Rights of Ann") && text.contains("Tom Hidden") == isNamed)
            }
        }
    }
}
