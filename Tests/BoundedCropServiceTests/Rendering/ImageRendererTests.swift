import BoundedCrop
import BoundedCropService
import Testing

@Suite(.timeLimit(.minutes(15))) struct ImageRendererTests {
    private func render(_ text: String, of source: ImageSource, _ renderer: ImageRenderer = ImageRenderer()) throws -> RenderedImage {
        let url = try ImageURL(instructions: text)
        return try renderer.render(source, url, filters: ImageFilters(url.filters))
    }

    @Test func `a smart crop of a photo holds the face`() throws {
        let source = try Fixture.source("photos/obama.jpg")
        let rendered = try render("300x200/smart/x.jpg", of: source)
        #expect(rendered.size == PixelSize(width: 300, height: 200))
        #expect(rendered.format == .jpeg)
        let plan = try #require(rendered.plan.cropPlan)
        #expect(plan.reason == .bounds)
        #expect(plan.features.allSatisfy { $0.kept } && !plan.features.isEmpty)
        let file = try ImageSource(bytes: rendered.bytes)
        #expect(file.size == rendered.size)
    }
}
