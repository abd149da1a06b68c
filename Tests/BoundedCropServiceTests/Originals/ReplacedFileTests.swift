import BoundedCrop
import TestSupport
import Testing

@testable import BoundedCropService

/// A file that another one replaces between being found and being read.
@Suite(.timeLimit(.minutes(15))) struct ReplacedFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Fixture.bytes("orientations/obama_1.jpg"), to: "a.jpg")
    }

    private func source(_ contentNames: ContentNames?) -> FolderSource {
        FolderSource(root: folder.path, workers: WorkerPool(), decoding: DecodingOptions(), contentNames: contentNames)
    }

    @Test func `what is shared under the name of its content must have that content`() async throws {
        let source = source(ContentNames(DecodingOptions()))
        let found = try await source.find("a.jpg")
        #expect(try await source.picture("a.jpg", found).size.width > 0)
        try folder.write(Fixture.bytes("orientations/obama_6.jpg"), to: "a.jpg")
        let error = await #expect(throws: BoundedCropError.self) { _ = try await source.picture("a.jpg", found) }
        #expect(error?.code == .pictureChanged)
        let present = try await source.find("a.jpg")
        #expect(present.identity != found.identity)
        #expect(try await source.picture("a.jpg", present).header.orientation.rawValue == 6)
    }

    /// The next request finds another name, which the file system does not give again.
    @Test func `a name that only this machine knows is not compared`() async throws {
        let source = source(nil)
        let found = try await source.find("a.jpg")
        try folder.write(Fixture.bytes("orientations/obama_6.jpg"), to: "a.jpg")
        #expect(try await source.picture("a.jpg", found).header.orientation.rawValue == 6)
    }
}
