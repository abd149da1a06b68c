import BoundedCrop
import CLibrary
import Foundation
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct FolderTests {
    private let scratch: TemporaryFolder

    /// Next to the served folder is a picture that must never be served.
    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add("orientations/obama_1.jpg", as: "secret.jpg")
        try scratch.add("orientations/obama_1.jpg", as: "root/a.jpg")
        try scratch.add("orientations/obama_1.jpg", as: "root/in/a b.jpg")
        try scratch.add("orientations/obama_1.jpg", as: "root/in/100%25.jpg")
    }

    private func service() async throws -> RunningService {
        try await RunningService {
            $0.root = scratch.path("root")
            $0.loadsFromWeb = false
        }
    }

    @Test(arguments: ["a.jpg", "/a.jpg", "in/a%20b.jpg", "in/a%2520b.jpg", "in%2Fa%20b.jpg", "in//a%20b.jpg", "./in/./a%20b.jpg"])
    func `pictures are found by their paths`(path: String) async throws {
        let reply = try await service().get("/unsafe/30x30/\(path)")
        #expect(reply.status == 200, "\(reply.text)")
    }

    @Test(arguments: ["a,b.jpg", "a=b.jpg", "a@b.jpg", "a:b.jpg", "a!b.jpg", "it's.jpg", "x (1), y.jpg", "a&b+c.jpg"])
    func `names may be escaped on disk`(name: String) async throws {
        let escapes = ["-_.!~*'()", "-._~"].map { PercentEncoding.encoded(name, keeping: $0) }
        for (index, escaped) in escapes.enumerated() {
            try scratch.add("orientations/obama_1.jpg", as: "root/\(index)/\(escaped)")
            // As it is on disk, and with its escapes escaped.
            for path in [escaped, PercentEncoding.encoded(escaped, keeping: "-._~")] {
                let reply = try await service().get("/unsafe/30x30/\(index)/\(path)")
                #expect(reply.status == 200, "\(path): \(reply.text)")
            }
        }
    }

    @Test(arguments: [
        ("300x200/smrt/a.jpg", "smrt/a.jpg", "did you mean “smart”"),
        ("smart/30x20/a.jpg", "30x20/a.jpg", "“30x20” was taken as its folder"),
        ("30x20/fit-in/a.jpg", "fit-in/a.jpg", "fixed order"), ("smart/smart/a.jpg", "smart/a.jpg", "fixed order"),
        ("30x20/none.jpg", "none.jpg", ""), ("30x20/team/none.jpg", "team/none.jpg", ""),
    ])
    func `what was taken as a picture is named`(path: String, image: String, hint: String) async throws {
        let reply = try await service().get("/unsafe/\(path)")
        let detail = try #require(reply.problem?.detail)
        #expect(reply.status == 404 && detail.contains("“\(image)”"), "\(detail)")
        #expect(hint.isEmpty ? !detail.contains("folder") : detail.contains(hint), "\(detail)")
    }

    @Test func `a name is first taken literally, and a query is ignored for files`() async throws {
        try scratch.add("orientations/obama_1.jpg", as: "root/image%20space.jpg")
        try scratch.add("orientations/obama_1.jpg", as: "root/what?.jpg")
        let service = try await service()
        for path in [
            "image%20space.jpg", "image%2520space.jpg", "image%20space.jpg?x=1", "a.jpg?x=1", "a.jpg?", "a.jpg%3Fx=1",
            "in/a%20b.jpg?x=/y",
            "what%3F.jpg", "what%3F.jpg?x=1",
        ] {
            let reply = try await service.get("/unsafe/30x30/\(path)")
            #expect(reply.status == (path == "what%3F.jpg?x=1" ? 404 : 200), "\(path): \(reply.text)")
        }
        for path in ["a.jpg/", "a.jpg//", "a.jpg/?x=1", "in/", "?a.jpg"] {
            #expect(try await service.get("/unsafe/30x30/\(path)").status >= 400, "\(path)")
        }
    }

    @Test(arguments: [
        "../secret.jpg", "in/../../secret.jpg", "%2e%2e/secret.jpg", "..%2fsecret.jpg", "%2e%2e%2fsecret.jpg", "%252e%252e%252fsecret.jpg",
        "%252e%252e/secret.jpg", ".%2e/secret.jpg", "in/%2E%2E/%2E%2E/secret.jpg", "a.jpg/../../secret.jpg", "in/..", "..", "%2e%2e",
        "../root/a.jpg", "....//secret.jpg", "..%5csecret.jpg", "%c0%ae%c0%ae/secret.jpg", "a.jpg%00", "a.jpg%2500.png", "%00",
        "file:///etc/passwd", "file:/etc/passwd", "/etc/passwd", "//etc/passwd", "%2fetc%2fpasswd", "SECRET", "http:/secret.jpg",
        "http://127.0.0.1/a.jpg", "data:image/png;base64,AAAA",
    ])
    func `no path leads out of the folder`(path: String) async throws {
        let path = path.replacing("SECRET", with: scratch.path("secret.jpg"))
        let connection = try await RawConnection(try await service())
        try await connection.send("GET /unsafe/30x30/\(path) HTTP/1.1\nhost: localhost\nconnection: close\n\n")
        let answer = await connection.receivedAll()
        #expect(["403", "404", "400"].contains(answer.dropFirst(9).prefix(3)), "\(path): \(answer)")
        #expect(!answer.replacing("“\(path)”", with: "").contains(scratch.path), "the answer reveals more than the path that was asked for")
    }

    @Test func `links are not followed, to files or folders, inside or outside`() async throws {
        try scratch.link("root/file.jpg", to: scratch.path("secret.jpg"))
        try scratch.link("root/inside.jpg", to: "a.jpg")
        try scratch.link("root/up", to: "..")
        try scratch.link("root/loop.jpg", to: "loop.jpg")
        let service = try await service()
        for path in ["file.jpg", "inside.jpg", "up/secret.jpg", "up/root/a.jpg", "loop.jpg"] {
            let reply = try await service.get("/unsafe/30x30/\(path)")
            #expect([403, 404].contains(reply.status), "\(path): \(reply.status) \(reply.text)")
        }
    }

    @Test func `the folder itself may be a link`() async throws {
        try scratch.link("link", to: scratch.path("root"))
        let service = try await RunningService { $0.root = scratch.path("link") }
        #expect(try await service.get("/unsafe/30x30/a.jpg").status == 200)
    }

    @Test func `only regular files are read`() async throws {
        #expect(mkfifo(scratch.path("root/pipe.jpg"), 0o600) == 0)
        let socket = socket(AF_UNIX, SocketKind.stream, 0)
        defer { close(socket) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = Array(scratch.path("root/socket.jpg").utf8)
        try #require(path.count < 108)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
        let isBound = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 }
        }
        try #require(isBound)
        let service = try await service()
        for path in ["pipe.jpg", "socket.jpg"] {
            let reply = try await service.get("/unsafe/30x30/\(path)")
            #expect(reply.status == 403 && reply.code == "sourceNotAllowed", "\(path): \(reply.text)")
        }
        let folder = try await service.get("/unsafe/30x30/in")
        #expect(folder.status == 404 && folder.code == "isDirectory")
    }

    @Test func `a missing folder is an internal error, and a file name that is too long is not`() async throws {
        try FileManager.default.createDirectory(atPath: scratch.path("soon-gone"), withIntermediateDirectories: false)
        let gone = try await RunningService { $0.root = scratch.path("soon-gone") }
        try FileManager.default.removeItem(atPath: scratch.path("soon-gone"))
        #expect(try await gone.get("/unsafe/30x30/a.jpg").status == 500)
        let name = String(repeating: "a", count: 300) + ".jpg"
        #expect(try await service().get("/unsafe/30x30/\(name)").code == "fileNotFound")
    }

    @Test func `limits on bytes and pixels apply before decoding`() async throws {
        let small = try await RunningService {
            $0.root = scratch.path("root")
            $0.decoding.limits.maximumBytes = 100
        }
        let bytes = try await small.get("/unsafe/30x30/a.jpg")
        #expect(bytes.status == 422 && bytes.code == "limitExceeded")
        let few = try await RunningService {
            $0.root = scratch.path("root")
            $0.decoding.limits.maximumPixels = 1000
        }
        #expect(try await few.get("/unsafe/30x30/a.jpg").code == "limitExceeded")
    }
}
