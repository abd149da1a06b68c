import Foundation
import TestSupport
import Testing

@testable import boundedcrop

@Suite struct UnfinishedFileTests {
    @Test(arguments: [
        "a.part", "a.jpg.PARTIAL", "a.filepart", "a.crdownload", "a.opdownload", "a.download", "a.aria2", "a.tmp", "a.temp", "a.swp",
        "a.swo", "a.swx", "a.jpg~",
    ])
    func `temporary names`(name: String) { #expect(UnfinishedFile.isNamed("in/" + name)) }

    @Test(arguments: ["a.jpg", "apart", "tmp", "a.tmp.jpg", "~a.jpg", "a.parts"])
    func `other names`(name: String) { #expect(!UnfinishedFile.isNamed("in/" + name)) }

    @Test func `a file is complete once nobody has it open for writing`() async throws {
        let scratch = try TemporaryFolder()
        try scratch.write([1], to: "a.jpg")
        // A process that another test starts has it open, too, until it runs its program.
        await until { UnfinishedFile.isComplete(scratch.path("a.jpg"), isClosed: true) }
        let writer = try FileHandle(forWritingTo: scratch.url.appendingPathComponent("a.jpg"))
        #expect(!UnfinishedFile.isComplete(scratch.path("a.jpg"), isClosed: true))
        try writer.close()
        await until { UnfinishedFile.isComplete(scratch.path("a.jpg"), isClosed: true) }
        #expect(UnfinishedFile.isComplete(scratch.path("a.jpg"), isClosed: true))
    }
}
