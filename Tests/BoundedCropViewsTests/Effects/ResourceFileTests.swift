import Testing

@testable import BoundedCropViews

@Suite struct ResourceFileTests {
    @Test(arguments: ["", "."]) func anEmptyFolderIsTheWorkingDirectory(_ folder: String) {
        let file = ResourceFile("button", in: folder, pixelsPerPoint: 2)
        #expect(file.candidates == ["button@2x.png", "button@3x.png", "button.png"] && file.path == "button.png")
    }
}
