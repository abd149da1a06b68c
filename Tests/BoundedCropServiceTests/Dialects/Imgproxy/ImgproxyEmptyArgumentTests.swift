import BoundedCrop
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct ImgproxyEmptyArgumentTests {
    private func read(_ options: String) throws -> ImageURL {
        let reader = try URLReader(ServiceConfiguration(), of: [GrammarMount(root: .imgproxy)])
        return try reader.read("/unsafe/rs:fill:80:60/\(options)/plain/a.jpg").request.url
    }

    @Test(arguments: [
        ("g:no::5", "g:no:0:5"), ("g:no:", "g:no"), ("g:no:5:", "g:no:5:0"), ("c:50:50:ce::10", "c:50:50:ce:0:10"),
        ("ex:1:no::5", "ex:1:no:0:5"),
    ])
    func `an empty offset is 0`(empty: String, whole: String) throws {
        #expect(try read(empty) == read(whole))
    }
}
