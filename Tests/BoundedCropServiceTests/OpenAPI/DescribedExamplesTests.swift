import BoundedCrop
import Foundation
import NIOHTTP1
import TestSupport
import Testing

@testable import BoundedCropService

/// Requests made of the examples of the description, whose answers have to be as it says.
@Suite(.timeLimit(.minutes(15))) struct DescribedExamplesTests {
    /// One operation of a described service, which has the picture of the examples.
    private struct Operation {
        let method: HTTPMethod
        let path: String
        let answers: [String: JSONNode]
    }

    private let folder = try? TemporaryFolder()

    private func service(_ change: @escaping (inout ServiceConfiguration) -> Void) async throws -> (RunningService, JSONNode) {
        let folder = try #require(folder)
        try folder.add("orientations/obama_1.jpg", as: "beach.jpg")
        let service = try await RunningService {
            $0.root = folder.path
            change(&$0)
        }
        return (service, ServiceDescription(configuration: service.service.configuration).document)
    }

    /// The operations with this method, with the examples in their paths and queries.
    private func operations(_ method: HTTPMethod, of document: JSONNode) -> [Operation] {
        (document.members["paths"]?.members ?? [:]).compactMap { template, path in
            guard let operation = path.members[method.rawValue.lowercased()] else { return nil }
            var (text, query) = (template, [String]())
            for parameter in path.members["parameters"]?.items ?? [] {
                guard let name = parameter.members["name"]?.text,
                    let value = parameter.members["examples"]?.members["usual"]?.members["value"]?.text
                else { continue }
                text = text.replacing("{\(name)}", with: value)
                if parameter.members["in"]?.text == "query" { query.append("\(name)=\(value)") }
            }
            if !query.isEmpty { text += "?" + query.joined(separator: "&") }
            return Operation(method: method, path: text, answers: operation.members["responses"]?.members ?? [:])
        }
    }

    private func check(_ reply: Reply, _ operation: Operation, _ document: JSONNode) throws {
        let place = "\(operation.method) \(operation.path): \(reply.status)"
        let answer = try #require(operation.answers["\(reply.status)"].flatMap(document.resolved), "\(place)")
        let described = answer.members["headers"]?.members ?? [:]
        let ofHTTP: Set = ["connection", "content-length", "content-type", "date", "server", "transfer-encoding"]
        let sent = Set(reply.headers.map { $0.name.lowercased() })
        #expect(sent.subtracting(described.keys.map { $0.lowercased() }).isSubset(of: ofHTTP), "\(place)")
        for (name, header) in described where document.resolved(header)?.members["required"]?.text == "true" {
            #expect(sent.contains(name.lowercased()), "\(place) has no \(name)")
        }
        let types = answer.members["content"]?.members.keys.map { $0 } ?? []
        let type = reply["content-type"]?.prefix { $0 != ";" }
        #expect(operation.method == .HEAD || reply.body.isEmpty || types.contains(String(type ?? "")), "\(place) is \(type ?? "nothing")")
    }

    @Test(arguments: [false, true]) func `what the description shows is answered as it says`(withEverything: Bool) async throws {
        let (service, document) = try await service { if withEverything { ServiceDescriptionTests.everything(&$0) } }
        let fields = ["origin": "https://example.com", "want-content-digest": "sha-256=1", "want-repr-digest": "sha-512=1"]
        var count = 0
        for method in [HTTPMethod.GET, .HEAD, .OPTIONS] {
            for operation in operations(method, of: document) {
                let reply = try await service.request(method, operation.path, fields)
                #expect(reply.status < 400, "\(method) \(operation.path): \(reply.text)")
                try check(reply, operation, document)
                guard method == .GET, let tag = reply["etag"] else { continue }
                for (name, value) in ["if-none-match": tag, "if-match": "\"no\"", "range": "bytes=0-9"] {
                    try check(try await service.get(operation.path, [name: value]), operation, document)
                }
                try check(try await service.get(operation.path, ["range": "bytes=9999999-"]), operation, document)
                count += 1
            }
        }
        #expect(count == (withEverything ? 12 : 4))
    }

    @Test(arguments: [false, true]) func `uploads are answered as it says`(withEverything: Bool) async throws {
        let (service, document) = try await service { if withEverything { ServiceDescriptionTests.everything(&$0) } }
        let uploads = operations(.POST, of: document)
        #expect(uploads.map(\.path).sorted() == ["/crop", "/detect", "/plan", "/render"])
        let body = document.members["paths"]?.members["/plan"]?.members["post"]?.members["requestBody"]
        let example = try #require(body?.members["content"]?.members["application/json"]?.members["example"])
        for operation in uploads where operation.path != "/render" {
            let bytes =
                operation.path == "/plan" ? [UInt8](try JSONEncoder().encode(example)) : try Fixture.bytes("orientations/obama_1.jpg")
            for (query, status) in ["": 200, "?plan": 200, "?size=x": 400] {
                let reply = try await service.post(operation.path + query, bytes)
                #expect(reply.status == status, "\(operation.path)\(query): \(reply.text)")
                try check(reply, operation, document)
            }
            let broken = try await service.post(operation.path, [1, 2, 3])
            #expect([400, 422].contains(broken.status))
            try check(broken, operation, document)
        }
        func named(_ source: String) -> String { #"{"source": "\#(source)", "request": {"stages": [{}]}}"# }
        for (body, status) in [(named("beach.jpg"), 200), (named("none.jpg"), 404), ("[", 400)] {
            let reply = try await service.post("/render", Array(body.utf8), ["content-type": "application/json"])
            #expect(reply.status == status, "\(reply.text)")
            try check(reply, #require(uploads.first { $0.path == "/render" }), document)
        }
    }

    @Test func `an upload with all examples of parameters at once is answered as it says`() async throws {
        let (service, document) = try await service { _ in }
        for operation in operations(.POST, of: document) where ["/crop", "/detect"].contains(operation.path) {
            let parameters = document.members["paths"]?.members[operation.path]?.members["post"]?.members["parameters"]?.items ?? []
            let query = parameters.compactMap { parameter -> String? in
                guard parameter.members["in"]?.text == "query", let name = parameter.members["name"]?.text,
                    let example = parameter.members["examples"]?.members["usual"]?.members["value"]
                else { return nil }
                let value = (example.items.isEmpty ? [example] : example.items).compactMap(\.text).joined(separator: ",")
                return value.addingPercentEncoding(withAllowedCharacters: .alphanumerics).map { "\(name)=\($0)" }
            }
            #expect(query.count > 5)
            let reply = try await service.post(
                operation.path + "?" + query.joined(separator: "&"),
                try Fixture.bytes("orientations/obama_1.jpg")
            )
            #expect(reply.status == 200, "\(reply.text)")
            try check(reply, operation, document)
        }
    }
}
