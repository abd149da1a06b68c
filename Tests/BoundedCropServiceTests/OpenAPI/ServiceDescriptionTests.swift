import BoundedCrop
import Foundation
import HTTPTypes
import NIOHTTP1
import TestSupport
import Testing

@testable import BoundedCropService

@Suite struct ServiceDescriptionTests {
    private func document(_ change: (inout ServiceConfiguration) -> Void = { _ in }) throws -> JSONNode {
        var configuration = ServiceConfiguration()
        change(&configuration)
        return ServiceDescription(configuration: configuration).document
    }

    @Test func `it is served`() async throws {
        let service = try await RunningService()
        let answer = try await service.get("/openapi.json")
        #expect(answer.status == 200 && answer["content-type"] == "application/json")
        let document = try #require(try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any])
        #expect(document["openapi"] as? String == "3.1.0")
        #expect(try await service.request(.HEAD, "/openapi.json").status == 200)
        let refused = try await service.request(.POST, "/openapi.json")
        #expect(refused.status == 405 && refused["allow"] == "GET, HEAD")
    }

    @Test func `every parameter is described, with an example that is valid`() throws {
        #expect(Set(CropParameterDescription.all.keys) == Set(CropParameters.readers.keys))
        for (name, parameter) in CropParameterDescription.all {
            let values = if case .list(let items) = parameter.example { items } else { [parameter.example] }
            for value in values { _ = try CropParameters([(name, text(value))]) }
        }
    }

    private func text(_ node: JSONNode) -> String {
        switch node {
        case .text(let value): value
        case .number(let value): String(value)
        case .integer(let value): String(value)
        case .flag(let value): String(value)
        default: ""
        }
    }

    @Test func `every choice of a parameter is valid`() throws {
        for (name, parameter) in CropParameterDescription.all {
            let choices = [parameter.schema] + items(parameter.schema.members["anyOf"])
            for value in choices.flatMap({ items($0.members["enum"]) }) { _ = try CropParameters([(name, text(value))]) }
        }
    }

    private func items(_ node: JSONNode?) -> [JSONNode] {
        if case .list(let items)? = node { items } else { [] }
    }

    @Test func `every error of a client has its status`() throws {
        let listed = Set(ServiceDescription.codes.map(\.rawValue))
        let sources = Fixture.root.deletingLastPathComponent().appending(path: "Sources")
        var found: Set<String> = []
        for case let file as URL in try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        where file.pathExtension == "swift" {
            let source = try String(contentsOf: file, encoding: .utf8)
            found.formUnion(source.matches(of: /static let \w+ = (?:BoundedCropError\.)?Code\(rawValue: "(\w+)"\)/).map { String($0.1) })
        }
        #expect(found.count > 30)
        // Nobody receives an answer with the status of a client that has left.
        for code in found.subtracting(["clientLeft"]) {
            let status = Problem.status(of: BoundedCropError(.init(rawValue: code), ""))
            #expect(status == .internalServerError || listed.contains(code), "\(code) is missing")
        }
        let problems = try document().members["components"]?.members["responses"]?.members.keys
        #expect(try #require(problems).contains("Problem404"))
    }

    @Test func `the fields of records are described`() throws {
        let schemas = try #require(try document().members["components"]?.members["schemas"]?.members)
        let face = Feature(Rect(x: 10, y: 10, width: 20, height: 20), confidence: 0.5, kind: .face, priority: 2)
        let size = PixelSize(width: 100, height: 80)
        let plan = try CropPlanner.plan(features: [face], size: size, request: CropRequest(.source))
        let crop = CropRecord(file: "", orientation: .up, detector: "given", accuracy: .low, plan: plan, output: nil)
        let detection = DetectionRecord(file: "", size: size, orientation: .up, detector: "given", accuracy: .low, features: [face])
        try check(crop, schemas["Plan"])
        try check(detection, schemas["Detection"])
        try check(FeatureRecord(face, kept: true), schemas["Feature"])
        try check(Problem(title: "", status: 400, code: "", detail: "", requestID: ""), schemas["Problem"])
    }

    private func check(_ record: some Encodable, _ schema: JSONNode?) throws {
        let schema = try #require(schema)
        let fields = try #require(try JSONSerialization.jsonObject(with: JSONEncoder().encode(record)) as? [String: Any])
        #expect(Set(fields.keys).isSubset(of: try #require(schema.members["properties"]).members.keys), "\(fields.keys)")
        #expect(Set(items(schema.members["required"]).map(text)).isSubset(of: fields.keys), "\(fields.keys)")
    }

    @Test func `references lead somewhere`() throws {
        let document = try document()
        func visit(_ node: JSONNode) {
            switch node {
            case .object(let members):
                if case .text(let reference)? = members["$ref"] {
                    var target: JSONNode? = document
                    for part in reference.dropFirst(2).split(separator: "/") { target = target?.members[String(part)] }
                    #expect(target != nil, "\(reference)")
                }
                members.values.forEach(visit)
            case .list(let items): items.forEach(visit)
            default: break
            }
        }
        visit(document)
    }

    @Test func `only routes that are answered are described`() throws {
        let all = try #require(try document().members["paths"]?.members.keys)
        #expect(all.contains("/crop") && all.contains("/openapi.json") && all.contains("/{authorization}/{size}/smart/{picture}"))
        let signed = try #require(try document { $0.keys = ["secret key of a service"] }.members["paths"]?.members.keys)
        #expect(!signed.contains("/crop") && signed.contains("/metrics"))
    }
}
