import BoundedCrop
import Foundation
import TestSupport
import Testing

/// The files of Examples/web: Hugo's is built by Hugo. Debian has no Eleventy and no Vite, so Node calls what these would call.
@Suite("Recipes for site builders", .timeLimit(.minutes(15))) struct WebRecipeTests {
    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        try scratch.add(Fixture.photo, as: "photos/holiday/ann.jpg")
        try scratch.add(Fixture.portrait, as: "photos/bob.png")
    }

    /// Copies files of a site builder.
    private func copy(_ builder: String, _ names: String...) throws {
        for name in names {
            let file = Fixture.package.appendingPathComponent("Examples/web/\(builder)/\(name)")
            try scratch.write(Array(Data(contentsOf: file)), to: name)
        }
    }

    /// Runs lines of a shell, with the command in its path.
    private func shell(_ line: String) async throws -> Command.Outcome {
        for tool in ["hugo", "node"] {
            try #require(FileManager.default.isExecutableFile(atPath: "/usr/bin/\(tool)"), "\(tool) is missing: run make test")
        }
        try scratch.write(Array("#!/bin/sh\nexec \"$BOUNDEDCROP\" \"$@\"\n".utf8), to: "bin/boundedcrop")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: scratch.path("bin/boundedcrop"))
        let outcome = try await scratch.shell("PATH=\"$PWD/bin:$PATH\"; unset -f boundedcrop; \(line)")
        #expect(outcome.status == 0, "\(outcome.errors)")
        return outcome
    }

    private func check(_ html: String, for name: String, _ alt: String) {
        #expect(html.contains("<source type=\"image/webp\" srcset=\"/img/\(name).webp "), "\(html)")
        #expect(html.contains("src=\"/img/\(name).") && html.contains("alt=\"\(alt)\" loading=\"lazy\""), "\(html)")
    }

    @Test func `Hugo shows the pictures of data/photos.json`() async throws {
        try copy("hugo", "layouts/shortcodes/photo.html", "make-photos")
        try scratch.write(Array("baseURL = 'https://example.org/'\ndisableKinds = ['taxonomy', 'term', 'RSS']\n".utf8), to: "config.toml")
        try scratch.write(Array("---\ntitle: x\n---\n{{< photo \"bob.png\" \"Bob & \\\"Co\\\"\" >}}\n".utf8), to: "content/_index.md")
        try scratch.write(Array("<body>{{ .Content }}</body>".utf8), to: "layouts/index.html")
        _ = try await shell("sh make-photos && hugo --quiet")
        check(String(decoding: try scratch.bytes("public/index.html"), as: UTF8.self), for: "bob-240x135", "Bob &amp; &#34;Co&#34;")
        #expect(try scratch.picture("public/img/bob-240x135.webp").size.width == 240)
        // A picture that is not there ends the build.
        try scratch.write(Array("---\ntitle: x\n---\n{{< photo \"eve.png\" \"\" >}}\n".utf8), to: "content/_index.md")
        let outcome = try await scratch.shell("hugo")
        #expect(outcome.status != 0 && (outcome.text + outcome.errors).contains("eve.png"))
    }

    @Test func `Eleventy's data and shortcode`() async throws {
        try copy("eleventy", "_data/photos.js", "eleventy.config.js")
        try scratch.write(Array(#"{"type": "module"}"#.utf8), to: "package.json")
        let script = """
            import data from "./_data/photos.js";
            import configure from "./eleventy.config.js";
            const shortcodes = {}, copied = [];
            configure({ addShortcode: (name, body) => shortcodes[name] = body, addPassthroughCopy: path => copied.push(path) });
            const photos = await data();
            console.log(copied.join(), shortcodes.photo(photos["holiday/ann.jpg"], 'Ann & "Co"'));
            try { shortcodes.photo(photos["eve.png"], ""); } catch (error) { console.log(error.message); }
            """
        try scratch.write(Array(script.utf8), to: "eleventy.mjs")
        let outcome = try await shell("node eleventy.mjs")
        #expect(outcome.text.hasPrefix("img <picture>") && outcome.text.contains("no such photo"), "\(outcome.text)\(outcome.errors)")
        check(outcome.text, for: "holiday/ann-320x180", "Ann &amp; &quot;Co&quot;")
        // Another build makes nothing.
        let before = try scratch.bytes(scratch.manifest)
        _ = try await shell("node eleventy.mjs")
        #expect(try scratch.bytes(scratch.manifest) == before)
    }

    @Test func `Vite's plugin`() async throws {
        try copy("vite", "vite.config.js")
        try scratch.write(Array(#"{"type": "module"}"#.utf8), to: "package.json")
        let script = """
            import config from "./vite.config.js";
            const [plugin] = config.plugins;
            plugin.buildStart();
            const id = plugin.resolveId("virtual:photos");
            if (plugin.resolveId("./other.js") !== undefined || plugin.load("./other.js") !== undefined) throw Error("other modules");
            const module = await import("data:text/javascript," + encodeURIComponent(plugin.load(id)));
            console.log(module.default["bob.png"].html);
            """
        try scratch.write(Array(script.utf8), to: "vite.mjs")
        check(try await shell("node vite.mjs").text, for: "bob-240x135", "")
        #expect(try scratch.picture("public/img/holiday/ann-320x180.webp").size.width == 320)
    }
}
