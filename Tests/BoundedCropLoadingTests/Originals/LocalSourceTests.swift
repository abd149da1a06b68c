import BoundedCrop
import Foundation
import TestSupport
import Testing

@testable import BoundedCropLoading

/// Pictures that are loaded without a server.
@Suite(.timeLimit(.minutes(15))) struct LocalSourceTests {
    private let loader = ImageLoader.testing()
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func load(_ text: String) async throws -> PixelBuffer {
        try await loader.image(for: ImageRequest(#require(URL(string: text))))
    }

    @Test func filesAreLoaded() async throws {
        let path = try folder.write(Fixture.tiny(5), to: "a picture ä#?.png")
        for _ in 0..<2 { #expect(try await loader.image(for: ImageRequest(URL(fileURLWithPath: path))).number == 5) }
        #expect(loader.statistics.loads == [.local: 1, .memory: 1])
    }

    @Test func aChangedFileIsLoadedAgain() async throws {
        let request = ImageRequest(URL(fileURLWithPath: try folder.write(Fixture.tiny(1), to: "a.png")))
        #expect(try await loader.image(for: request).number == 1)
        try folder.write(Fixture.tiny(2, side: 9), to: "a.png")
        #expect(loader.cachedImage(for: request) == nil)
        #expect(try await loader.image(for: request).number == 2)
    }

    @Test func fileErrorsAreSpecific() async throws {
        func load(_ path: String) async throws { _ = try await loader.image(for: ImageRequest(URL(fileURLWithPath: path))) }
        await expectError(.fileNotFound) { try await load(folder.path("nothing.png")) }
        await expectError(.isDirectory) { try await load(folder.path) }
        await expectError(.emptyFile) { try await load(folder.write([], to: "empty.png")) }
        await expectError(.unsupportedFormat) { try await load(folder.write([1, 2, 3], to: "text.png")) }
        await expectError(.malformedImage) { try await load(Fixture.path("broken/truncated.jpg")) }
        // A file that appears later is found: failures are not remembered.
        try folder.write(Fixture.tiny(), to: "nothing.png")
        try await load(folder.path("nothing.png"))
    }

    /// A pipe that nobody writes to would never end.
    @Test func pipesAreRefused() async throws {
        let path = folder.path("pipe.jpg")
        try #require(mkfifo(path, 0o600) == 0)
        let request = ImageRequest(URL(fileURLWithPath: path))
        let error = await expectError(.unreadableFile, saying: "pipe") { _ = try await loader.image(for: request) }
        #expect(error?.path == path)
        // The place in the queue is free again.
        await loader.settled()
    }

    @Test func localFilesAreNotStored() async throws {
        let storage = DiskStorage(folder: folder.path("cache"))
        let loader = ImageLoader.testing(storage: storage)
        let path = try folder.write(Fixture.tiny(), to: "a.png")
        _ = try await loader.image(for: ImageRequest(URL(fileURLWithPath: path), processors: [.downsampled(longSide: 4)]))
        #expect(!FileManager.default.fileExists(atPath: storage.folder))
    }

    @Test func dataURLsContainTheirPicture() async throws {
        let base64 = Data(Fixture.tiny(77)).base64EncodedString()
        let encoded = Fixture.tiny(77).map { "%" + String($0, radix: 16).leftPadded }.joined()
        for text in [
            "data:image/png;base64,\(base64)", "DATA:;BASE64,\(base64)",
            "data:image/png;charset=x;base64,\(base64.prefix(40))%0A\(base64.dropFirst(40))",
            "data:,\(encoded)",
        ] {
            #expect(try await load(text).number == 77, "\(text)")
        }
    }

    @Test(arguments: [
        ("data:image/png;base64", BoundedCropError.Code.invalidURL), ("data:", .invalidURL), ("data:image/png;base64,!!!", .invalidURL),
        ("data:;base64,A", .invalidURL), ("data:,", .emptyFile), ("data:image/png;base64,AAAA", .unsupportedFormat),
        ("data:,hello", .unsupportedFormat),
    ])
    func invalidPicturesAreRefused(_ text: String, code: BoundedCropError.Code) async throws {
        await expectError(code) { _ = try await load(text) }
    }

    @Test func limitsApplyToDataURLs() async throws {
        let loader = ImageLoader.testing { $0.decoding.limits.maximumBytes = 100 }
        let url = try #require(URL(string: "data:;base64,\(Data(Fixture.photo).base64EncodedString())"))
        await expectError(.limitExceeded) { _ = try await loader.image(for: ImageRequest(url)) }
    }

    @Test func cachesAnswerForLocalFilesToo() async throws {
        let request = ImageRequest(URL(fileURLWithPath: try folder.write(Fixture.tiny(1), to: "a.png")), cachePolicy: .onlyCached)
        #expect(try await loader.image(for: request).number == 1)
    }
}

extension String {
    fileprivate var leftPadded: String { count == 1 ? "0" + self : self }
}
