import BoundedCrop
import Foundation
import TestSupport
import Testing

/// Compiles and runs the Swift examples in the article about batches and in the tutorial, copied verbatim. See `ArticleTests`.
@Suite(.timeLimit(.minutes(15))) struct BatchArticleTests {
    private let request = CropRequest(width: 100, height: 60)
    private let paths = ["photos/obama.jpg", "broken/header_only.jpg", "photos/biden.jpg"].map(Fixture.path)

    @Test func aFolderIsCroppedPictureByPicture() async throws {
        let cropper = BoundedCropper()
        let (saved, printed) = (Record<String>(), Record<String>())
        func save(_ crops: [CroppedPicture], of path: String) { saved.append(path) }
        func print(_ text: String) { printed.append(text) }

        for await photo in cropper.crops(of: paths, to: [request]) {
            do {
                try save(photo.crops.get(), of: photo.item)
            } catch {
                print("\(photo.item): \(error)")
            }
        }

        #expect(saved.all == [paths[0], paths[2]] && printed.count == 1)
    }

    @Test func uploadsAreCropped() async throws {
        struct Upload: Sendable {
            let name: String
            let bytes: [UInt8]
        }

        let uploads = [Upload(name: "a", bytes: try Fixture.bytes("photos/obama.jpg"))]
        let printed = Record<[PixelSize]>()
        func print(_ name: String, _ sizes: [PixelSize]) { printed.append(sizes) }
        let cropper = BoundedCropper()

        for await upload in cropper.crops(of: uploads, to: [request], from: { try ImageSource(bytes: $0.bytes) }) {
            try print(upload.item.name, upload.crops.get().map(\.pixels.size))
        }

        #expect(printed.all == [[PixelSize(width: 100, height: 60)]])
    }

    @Test func theLoadIsLimited() async throws {
        let workers = WorkerPool(threadCount: 2, niceness: 10)
        let cropper = BoundedCropper(cache: nil, workers: workers)

        var options = DecodingOptions()
        options.limits.maximumBytes = 10_000_000
        options.limits.maximumPixels = 25_000_000
        let batch = cropper.crops(of: paths, to: [request], options: options)

        var count = 0
        for await photo in batch where (try? photo.crops.get()) != nil { count += 1 }
        #expect(count == 2)
    }

    @Test func theTutorialCreatesAvatars() async throws {
        struct AvatarMaker {
            let cropper = BoundedCropper(cache: nil)

            var request: CropRequest {
                var request = CropRequest(width: 96, height: 96)
                request.scheme = .largest
                request.zoom = CropRequest.Zoom(fill: 0.6)
                request.requiresFeature = true
                return request
            }

            func avatar(of path: String) async throws -> [UInt8] {
                let crop = try await cropper.crop(ImageSource(contentsOfFile: path), to: request)
                return try await crop.pixels.encoded(as: .jpeg(quality: 85))
            }

            func pictures(in folder: String) throws -> [String] {
                try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
                    .filter { ImageFormat(fileName: $0) != nil }
                    .map { "\(folder)/\($0)" }
            }

            func makeAvatars(of folder: String, in output: String) async throws {
                for await picture in try cropper.crops(of: pictures(in: folder), to: [request]) {
                    do {
                        let crop = try picture.crops.get()[0]
                        print(picture.index + 1, picture.item, crop.plan.reason)
                        let jpeg = try await crop.pixels.encoded(as: .jpeg(quality: 85))
                        let name = URL(fileURLWithPath: picture.item).deletingPathExtension().lastPathComponent
                        try Data(jpeg).write(to: URL(fileURLWithPath: "\(output)/\(name).jpg"))
                    } catch let error as BoundedCropError {
                        print(picture.item, "skipped:", error.message)
                    }
                }
            }
        }

        let (pictures, avatars) = (try TemporaryFolder(), try TemporaryFolder())
        for name in ["obama.jpg", "biden.jpg", "coffee.png"] { try pictures.add("photos/\(name)", as: name) }
        try pictures.write([1, 2, 3], to: "notes.txt")
        try pictures.write([1, 2, 3], to: "damaged.jpg")
        let maker = AvatarMaker()
        try await maker.makeAvatars(of: pictures.path, in: avatars.path)
        #expect(try avatars.names() == ["biden.jpg", "obama.jpg"])
        #expect(try await ImageSource(bytes: maker.avatar(of: pictures.path("obama.jpg"))).size == PixelSize(width: 96, height: 96))
    }
}
