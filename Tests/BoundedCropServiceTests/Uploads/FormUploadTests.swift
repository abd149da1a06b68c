import BoundedCrop
import TestSupport
import Testing

@testable import BoundedCropService

/// Bodies of the type multipart/form-data, as curl and browsers send them.
@Suite(.timeLimit(.minutes(15))) struct FormUploadTests {
    private static let type = "multipart/form-data; boundary=mark"

    /// A part as curl has it.
    private static func part(_ name: String, _ content: [UInt8], file: String? = "a.jpg", mark: String = "mark") -> [UInt8] {
        let file = file.map { "; filename=\"\($0)\"\r\nContent-Type: image/jpeg" } ?? ""
        return Array("--\(mark)\r\nContent-Disposition: form-data; name=\"\(name)\"\(file)\r\n\r\n".utf8) + content + Array("\r\n".utf8)
    }

    private static func form(_ parts: [UInt8]...) -> [UInt8] { parts.joined() + Array("--mark--\r\n".utf8) }

    @Test(arguments: ["/crop?size=90x80", "/detect"])
    func `a picture in a form is answered as the picture alone`(path: String) async throws {
        let service = try await RunningService()
        let photo = try Fixture.bytes("orientations/obama_1.jpg")
        let expected = try await service.post(path, photo)
        for body in [
            Self.form(Self.part("file", photo)), Self.form(Self.part("any \\\"name", photo, file: "ü;\\\".jpg"), Self.part("b", [1])),
        ] {
            let reply = try await service.post(path, body, ["content-type": Self.type])
            #expect(reply.status == 200 && reply.body == expected.body, "\(reply.text.prefix(300))")
        }
        let other = Self.part("csrf", Array("1".utf8), file: nil)
        for body in [Self.form(other, Self.part("file", photo)), Self.form(Self.part("file", photo), other)] {
            let reply = try await service.post(path, body, ["content-type": Self.type])
            #expect(reply.status == 200 && reply.body == expected.body, "\(reply.text.prefix(300))")
        }
        for (name, value) in [("effects", "redact(black)"), ("Hide", "anything"), ("blur_faces", "1"), ("do", "anonymize")] {
            let body = Self.form(Self.part("file", photo), Self.part(name, Array(value.utf8), file: nil))
            let reply = try await service.post(path, body, ["content-type": Self.type])
            #expect(reply.status == 400 && reply.text.contains("“\(name)” in the form is not a file"), "\(reply.text)")
        }
        let fields = try await service.post(path, Self.form(other), ["content-type": Self.type])
        #expect(fields.status == 400 && fields.text.contains("the form has no file"), "\(fields.text)")
    }

    /// A form whose only content is this.
    private static func parts(_ body: String, _ type: String = type) throws -> [String] {
        try MultipartForm(Array(body.utf8), type: type).parts.map {
            "\($0.name)\($0.isFile ? "*" : "")=\(String(decoding: $0.content, as: UTF8.self))"
        }
    }

    private static let named = "Content-Disposition: form-data; name="

    @Test(arguments: [
        ("--mark\r\n\(named)\"a\"\r\n\r\n1\r\n--mark--", ["a=1"]), ("--mark\r\n\(named)a\r\n\r\n\r\n--mark--", ["a="]),
        ("preamble\r\n--mark \t\r\n\(named)a\r\n\r\n1\r\n--mark--epilogue", ["a=1"]),
        ("--mark\r\nX: y\r\ncontent-disposition:FORM-DATA;filename=\"x\"; NAME=\"a\"\r\n\r\n1\r\n--mark--", ["a*=1"]),
        ("--mark\r\n\(named)\"a; name=b\\\"; filename=c\"\r\n\r\n1\r\n--mark--", ["a; name=b\"; filename=c=1"]),
        ("--mark\r\n\(named)\"a\"; filename*=utf-8''x\r\n\r\n1\r\n--mark--", ["a*=1"]),
        (
            "--mark\r\n\(named)b\r\n\r\n1\n--mark\r\n--marker\r\n-\r\n--mark\r\n\(named)a\r\n\r\n2\r\n--mark--",
            ["b=1\n--mark\r\n--marker\r\n-", "a=2"]
        ),
        ("--mark--", []),
    ])
    func `parts have names and contents`(body: String, parts: [String]) throws {
        #expect(try Self.parts(body) == parts)
    }

    @Test(arguments: [
        ("", type, "not a whole form"), ("--mark", type, "not a whole form"),
        ("--mark\r\n\(named)a\r\n\r\n1\r\n--marker--", type, "not a whole form"),
        ("--mark\n\(named)a\n\n1\n--mark--", type, "not a whole form"), ("--mark\r\n\(named)a\r\n--mark--", type, "no head"),
        ("--mark\r\n\r\n1\r\n--mark--", type, "no head"), ("--mark\r\nX: a\r\n\r\n1\r\n--mark--", type, "no name"),
        ("--mark\r\nContent-Disposition: form-data; name*=utf-8''a\r\n\r\n1\r\n--mark--", type, "no name"),
        ("--mark--", "multipart/form-data", "no boundary"), ("----", "multipart/form-data; boundary=\"\"", "no boundary"),
        ("--mark\r\n\(named)a\r\nX: \(String(repeating: "x", count: 20_000))\r\n\r\n1\r\n--mark--", type, "no head"),
        (String(repeating: "--mark\r\n\(named)a\r\n\r\n\r\n", count: 100_000) + "--mark--", type, "more than 100 parts"),
    ])
    func `a body that is not a form is refused`(body: String, type: String, message: String) {
        let error = #expect(throws: BoundedCropError.self) { try Self.parts(body, type) }
        #expect(error?.code == .malformedRequest && error?.message.contains(message) == true, "\(error?.message ?? "")")
    }

    @Test func `forms with other parts than they take are refused`() throws {
        let both = try MultipartForm(Self.form(Self.part("b", [2]), Self.part("a", [1], file: nil)), type: Self.type)
        #expect(try both.contents(of: ["a", "b"]) == [[1], [2]])
        for (names, message) in [(["a"], "no part “b”"), (["a", "b", "a"], "several parts “a”"), (["a", "b", "c"], "there is no “c”")] {
            let body = Self.form(names.map { Self.part($0, []) }.flatMap(\.self))
            let error = #expect(throws: BoundedCropError.self) { try MultipartForm(body, type: Self.type).contents(of: ["a", "b"]) }
            #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
        }
        #expect(throws: BoundedCropError.self) { try MultipartForm(Array("--mark--".utf8), type: Self.type).file() }
    }
}
