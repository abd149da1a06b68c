import BoundedCrop
import BoundedCropRendering

@testable import BoundedCropService

extension RenderRequest {
    /// A request in thumbor's grammar, which says much in a line.
    init(_ url: String) throws { self = try DialectRequest(ImageURL(instructions: url)).request }
}

extension ImageRenderer {
    /// Makes the picture of a request.
    func render(
        _ source: ImageSource,
        _ request: RenderRequest,
        format: ImageFormat? = nil,
        pictures: [String: ImageSource] = [:],
        stages: StageRunner = StageRunner()
    ) throws -> RenderedImage {
        try RenderJob(self, source, pictures: pictures, stages: stages).render(request, format: format)
    }
}
