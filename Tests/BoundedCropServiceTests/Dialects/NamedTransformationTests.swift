import BoundedCrop
import TestSupport
import Testing

@testable import BoundedCropService

@Suite(.timeLimit(.minutes(15))) struct NamedTransformationTests {
    private func cloudinary(_ setting: String, _ path: String) throws -> String {
        var configuration = ServiceConfiguration()
        try ServiceSettings.set("cloudinary-transformations", setting, in: &configuration)
        return try CloudinaryDialect(configuration).read(DialectTarget("image/upload/\(path)")).meaning
    }

    private func imageKit(_ setting: String, _ path: String) throws -> String {
        var configuration = ServiceConfiguration()
        try ServiceSettings.set("imagekit-transformations", setting, in: &configuration)
        return try ImageKitDialect(configuration).read(DialectTarget(path)).meaning
    }

    @Test(arguments: [
        ("t_thumb/a.jpg", "90x60/a.jpg"), ("t_look/a.jpg", "90x60/filters:grayscale()/a.jpg"),
        ("t_thumb/e_grayscale/q_50/a.jpg", "90x60/filters:grayscale():quality(50)/a.jpg"),
        ("e_trim/t_thumb/v1/t_thumb/a.jpg", "trim:44/90x60/t_thumb/a.jpg"),
        // Beside others, and by others, names stand for what comes first.
        ("t_thumb,f_auto,q_auto:best/a.jpg", "90x60/filters:quality(90)/a.jpg"),
        ("f_auto,q_auto,t_thumb/a.jpg", "90x60/a.jpg"), ("e_grayscale,t_thumb/a.jpg", "90x60/filters:grayscale()/a.jpg"),
        ("t_thumb,t_gray,q_50/a.jpg", "90x60/filters:grayscale():quality(50)/a.jpg"),
        ("f_auto,t_2:1-default/a.jpg", "90x60/filters:grayscale()/a.jpg"),
    ])
    func `Cloudinary's names stand for their components`(path: String, expected: String) throws {
        let setting = "2:1-default=t_look;thumb=c_fill,w_90,h_60; look = c_fill,w_90,h_60/e_grayscale;gray=e_grayscale"
        #expect(try cloudinary(setting, path) == DialectRequest.canonicalText(expected))
    }

    @Test(arguments: [
        ("tr:n-thumb/a.jpg", "90x60/a.jpg"), ("a.jpg?tr=n-look", "90x60/filters:grayscale()/a.jpg"),
        ("tr:n-thumb:q-50/a.jpg", "90x60/filters:quality(50)/a.jpg"), ("tr:q-50,n-thumb/a.jpg", "90x60/filters:quality(50)/a.jpg"),
        ("tr:n-other/a.jpg", "90x60/filters:grayscale()/a.jpg"),
    ])
    func `ImageKit's names stand for their steps`(path: String, expected: String) throws {
        #expect(try imageKit("other=n-look;thumb=w-90,h-60;look=n-thumb:e-grayscale", path) == DialectRequest.canonicalText(expected))
    }

    @Test func `parameters that cannot be honored are named as in a URL`() throws {
        #expect(try cloudinary("x=w_9,zz_1", "t_x/a.jpg") == "9x0/a.jpg\tignored: zz_1")
    }

    @Test(arguments: [
        "t_other/a.jpg", "t_/a.jpg", "t_other,w_9/a.jpg", "w_9,t_/a.jpg", "t_thumb.thumb/a.jpg", "t_Thumb/a.jpg", "t_thumb%20/a.jpg",
    ])
    func `a name that is not set is an error that names it`(path: String) throws {
        expectError(.invalidURL, saying: "t_") { _ = try cloudinary("thumb=w_9", path) }
        let other = path.replacing("t_", with: "n-").replacing("w_9", with: "w-9")
        expectError(.invalidURL, saying: "n-") { _ = try imageKit("thumb=w-9", "tr:\(other)") }
    }

    @Test func `a name beside a layer is an error`() throws {
        expectError(.invalidURL, saying: "t_thumb") { _ = try cloudinary("thumb=w_9", "w_90/l_logo.png,t_thumb/a.jpg") }
        expectError(.invalidURL, saying: "n-thumb") { _ = try imageKit("thumb=w-9", "tr:n-thumb,l-image,i-logo.png,l-end/a.jpg") }
        expectError(.invalidURL, saying: "n-thumb") { _ = try imageKit("thumb=w-9", "tr:l-image,i-logo.png,n-thumb,l-end/a.jpg") }
    }

    @Test(arguments: [
        "thumb", "thumb=", "=w_9", "a b=w_9", "a/b=w_9", "a,b=w_9", "x=w_0", "x=t_x", "x=t_y", "x=w_9;x=w_8", "x=/", "x=t_y/w_9;y=t_x",
    ])
    func `a transformation that no URL can use is an invalid setting`(setting: String) {
        expectError(.invalidSetting) { _ = try cloudinary(setting, "a.jpg") }
    }

    @Test func `names do not make longer chains than URLs`() throws {
        let setting = "x=" + Array(repeating: "e_negate", count: 20).joined(separator: "/")
        expectError(.limitExceeded) { _ = try cloudinary(setting, "t_x/t_x/t_x/t_x/a.jpg") }
        // Each stands for twice as many as the one before.
        let names = (1...40).map { "x\($0)=t_x\($0 - 1)/t_x\($0 - 1)" } + ["x0=w_9"]
        expectError(.invalidSetting) { _ = try cloudinary(names.joined(separator: ";"), "a.jpg") }
    }
}
