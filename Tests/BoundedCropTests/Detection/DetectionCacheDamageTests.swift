import Foundation
import TestSupport
import Testing

@testable import BoundedCrop

/// A damaged entry is a miss and is replaced; an unusable folder is not an error.
@Suite(.timeLimit(.minutes(15))) struct DetectionCacheDamageTests {
    private let folder: TemporaryFolder
    private let picture: ImageSource
    private let counting = CountingDetector([Feature(Rect(x: 130, y: 29, width: 86, height: 119), confidence: 0.9)])

    init() throws {
        folder = try TemporaryFolder()
        picture = try Fixture.source("orientations/obama_1.jpg")
    }

    private func detect(in place: String? = nil) throws -> [Feature] {
        try CachingFeatureDetector(counting, folder: place ?? folder.path).features(in: picture, accuracy: .low)
    }

    /// Fills the cache and returns the entry's path.
    private func makeEntry() throws -> String {
        _ = try detect()
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return folder.path(try #require(names.first { $0.hasSuffix(".json") }))
    }

    /// Expects the detector to run once more, and the entry to be valid afterwards.
    private func expectReplacement(_ what: String = "") throws {
        let before = counting.count.total
        let renewed = try detect()
        #expect(renewed.count == 1 && counting.count.total == before + 1, "\(what)")
        #expect(try detect() == renewed && counting.count.total == before + 1, "\(what)")
    }

    @Test func aCutEntryIsAMiss() throws {
        let path = try makeEntry()
        let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
        for length in Array(stride(from: 0, to: bytes.count, by: 23)) + [bytes.count - 1] {
            try Data(bytes.prefix(length)).write(to: URL(fileURLWithPath: path))
            try expectReplacement("\(length) of \(bytes.count)")
        }
    }

    /// Each bit in turn: either the checksum detects the change, or it has no effect. The answer is never wrong.
    @Test func aFlippedBitNeverGivesAWrongAnswer() throws {
        let path = try makeEntry()
        let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
        let expected = try detect()
        var misses = 0
        for index in bytes.indices {
            for bit in 0..<8 {
                var flipped = bytes
                flipped[index] ^= 1 << bit
                try Data(flipped).write(to: URL(fileURLWithPath: path))
                let before = counting.count.total
                #expect(try detect() == expected, "bit \(bit) of byte \(index)")
                misses += counting.count.total - before
            }
        }
        #expect(misses > bytes.count * 8 * 9 / 10)
    }

    static let otherDocuments = [
        "{}", "[]", "null", "5", "\"features\"", #"{"features":[]}"#, #"{"features":[],"checksum":""}"#,
        #"{"features":null,"checksum":"x"}"#,
        #"{"checksum":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855","features":[]}"#,
    ]

    @Test(arguments: otherDocuments) func anotherDocumentIsAMiss(text: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: makeEntry()))
        try expectReplacement()
    }

    @Test func zerosAreAMiss() throws {
        try Data(count: 4096).write(to: URL(fileURLWithPath: makeEntry()))
        try expectReplacement()
    }

    @Test func aFolderInPlaceOfAnEntryIsNotAnError() throws {
        let path = try makeEntry()
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(atPath: path + "/full", withIntermediateDirectories: true)
        for _ in 0..<2 { #expect(try detect().count == 1) }
        #expect(counting.count.total == 3)
        // No partly written file is left in the folder.
        let beside = try FileManager.default.contentsOfDirectory(atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path)
        #expect(beside.count == 1)
    }

    @Test(arguments: ["file", "file/below", "/proc/boundedcrop", "/dev/null/below"])
    func aFolderThatCannotBeCreatedIsNotAnError(name: String) throws {
        try folder.write([1], to: "file")
        let place = name.hasPrefix("/") ? name : folder.path(name)
        for _ in 0..<2 { #expect(try detect(in: place).count == 1) }
        #expect(counting.count.total == 2)
    }

    @Test func aDanglingLinkIsNotAnError() throws {
        try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: folder.path("nowhere/at/all"))
        for _ in 0..<2 { #expect(try detect(in: folder.path("link")).count == 1) }
    }

    @Test(arguments: [2, 8]) func severalThreadsShareAFolder(threads: Int) async throws {
        let names = (1...8).map { "orientations/obama_\($0).jpg" }
        let expected = try detect(in: folder.path("other"))
        let pool = WorkerPool(threadCount: threads)
        let detector = CachingFeatureDetector(counting, folder: folder.path)
        try await withThrowingTaskGroup(of: [Feature].self) { group in
            for round in 0..<64 {
                group.addTask {
                    try await pool.run { _ in try detector.features(in: Fixture.source(names[round % 8]), accuracy: .low) }
                }
            }
            for try await features in group { #expect(features == expected) }
        }
        let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        #expect(files.filter { $0.hasSuffix(".json") && !$0.hasPrefix("other") }.count == 8)
        #expect(!files.contains { $0.contains(".boundedcrop-") })
    }
}
