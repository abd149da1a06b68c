import BoundedCrop
import Testing

@testable import BoundedCropService

@Suite struct CropParameterDescriptionTests {
    @Test func `every parameter is described, with an example that is valid`() throws {
        #expect(Set(CropParameterDescription.all.keys) == CropParameters.names)
        for (name, parameter) in CropParameterDescription.all {
            guard let example = parameter.example else { continue }
            let values = example.items.isEmpty ? [example] : example.items
            for value in values { _ = try CropParameters([(name, try #require(value.text))]) }
        }
    }

    @Test func `every choice of a parameter is valid`() throws {
        var count = 0
        for (name, parameter) in CropParameterDescription.all {
            let schemas = [parameter.schema] + (parameter.schema.members["anyOf"]?.items ?? [])
            for value in schemas.flatMap({ $0.members["enum"]?.items ?? [] }) {
                // What only says more of another has a use beside it.
                let others = name == "strict" ? [("document", "us")] : []
                _ = try CropParameters([(name, try #require(value.text))] + others)
                count += 1
            }
        }
        #expect(count > 30)
    }
}
