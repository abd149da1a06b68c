import Foundation
import TestSupport
import Testing

/// A folder of photos in three shapes, of which five are corrected by hand; a week later there are new ones, and the corrections hold.
@Suite("The photographer's week", .timeLimit(.minutes(15))) struct PhotographersWeekTests {
    private static let photos = [
        "astronaut.png", "biden.jpg", "camera.png", "chelsea.png", "china.jpg", "coffee.png", "flower.jpg", "grace_hopper.jpg", "obama.jpg",
        "obama2.jpg", "obama3.jpg", "rocket.jpg",
    ]
    private static let line = "crop photos --size 60x60 --size 80x45 --size 48x60 -o out --update --json"
    private static let shapes = ["1:1", "16:9", "4:5"]

    let scratch: TemporaryFolder

    init() throws {
        scratch = try TemporaryFolder()
        for name in Self.photos { try scratch.add("photos/\(name)", as: "photos/\(name)") }
    }

    /// The crops that a run made, by photo and shape, and the outputs that it left alone.
    private func run(_ options: String = "") async throws -> (made: [String: [String: Int]], outputs: Set<String>, left: Set<String>) {
        let outcome = try await scratch.boundedcrop("\(Self.line) \(options)")
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        var (made, outputs): ([String: [String: Int]], Set<String>) = ([:], [])
        let lines = try outcome.objects()
        for line in lines {
            guard let file = line["file"] as? String, let aspect = line["aspect"] as? String, let crop = line["crop"] as? [String: Int],
                let output = (line["output"] as? [String: Any])?["file"] as? String
            else { continue }
            made["\(file.dropFirst(7)) \(aspect)"] = crop
            outputs.insert(String(output.dropFirst(4)))
        }
        return (made, outputs, Set(lines.compactMap { ($0["skipped"] as? String).map { String($0.dropFirst(4)) } }))
    }

    private func sides(_ names: [String]) -> Set<String> {
        Set(
            names.flatMap { name in
                let parts = name.split(separator: ".")
                return ["60x60", "80x45", "48x60"].map { "\(parts[0])-\($0).\(parts[1])" }
            }
        )
    }

    private func hash(_ name: String) async throws -> String {
        String(decoding: try await scratch.shell("sha256sum photos/\(name)").output.prefix(64), as: UTF8.self)
    }

    private func correct(_ lines: [String]) throws {
        try scratch.write(Array(lines.joined(separator: "\n").utf8), to: "photos/boundedcrop.corrections.json")
    }

    @Test func `what was fixed by hand stays fixed, and only what is new is made`() async throws {
        // On Monday, all of them.
        let monday = try await run()
        #expect(monday.made.count == 36 && monday.outputs == sides(Self.photos))

        // Five are not as wished.
        let fixes = [
            #"{"file": "obama.jpg", "aspect": "1:1", "crop": [1, 2, 90, 90]}"#,
            #"{"file": "china.jpg", "focal": "1,1"}"#,
            #"{"file": "coffee.png", "aspect": "16:9", "region": "0,0,20,20"}"#,
            #"{"sha256": "\#(try await hash("chelsea.png"))", "aspect": "4:5", "crop": [5, 6, 40, 50]}"#,
            #"{"sha256": "\#(try await hash("flower.jpg"))", "scheme": "smallest", "focal": "3,3"}"#,
        ]
        try correct(fixes)
        let fixed = try await run()
        #expect(fixed.outputs.count == 9 && fixed.left.count == 27)
        #expect(fixed.made["obama.jpg 1:1"] == ["x": 1, "y": 2, "width": 90, "height": 90])
        #expect(fixed.made["chelsea.png 4:5"] == ["x": 5, "y": 6, "width": 40, "height": 50])
        #expect(fixed.made["china.jpg 1:1"]?["x"] == 0 && fixed.made["coffee.png 16:9"]?["x"] == 0)
        let crops = monday.made.merging(fixed.made) { $1 }

        // A week later there are new ones, one has another name, and all have been copied, so that their times are new.
        for name in Self.photos { try scratch.add("photos/\(name)", as: "photos/\(name)") }
        for (name, photo) in [("new1.jpg", "biden.jpg"), ("new2.png", "camera.png")] {
            try scratch.add("photos/\(photo)", as: "photos/\(name)")
        }
        try scratch.move("photos/chelsea.png", to: "photos/cat.png")
        let later = try await run()
        #expect(later.outputs == sides(["new1.jpg", "new2.png", "cat.png"]))
        #expect(later.left == sides(Self.photos.filter { $0 != "chelsea.png" }))
        for aspect in Self.shapes { #expect(later.made["cat.png \(aspect)"] == crops["chelsea.png \(aspect)"]) }

        // The fixes hold in what a run from nothing would make.
        let plans = try await scratch.boundedcrop("crop photos --size 60x60 --size 80x45 --size 48x60 --plan --json").objects()
        #expect(plans.count == 42 && plans.count { $0["corrected"] != nil } == 9)
        for plan in plans {
            let name = (plan["file"] as? String ?? "").dropFirst(7).replacing("cat.png", with: "chelsea.png")
            guard let crop = crops["\(name) \(plan["aspect"] as? String ?? "")"] else { continue }
            #expect(plan["crop"] as? [String: Int] == crop, "\(name)")
        }

        // A sixth one, and one of the five is changed: exactly their outputs are made.
        try correct(
            fixes.dropFirst() + [#"{"file": "obama.jpg", "aspect": "1:1", "crop": [3, 4, 80, 80]}"#, #"{"file": "rocket.jpg", "zoom": 1}"#]
        )
        let sixth = try await run()
        #expect(sixth.outputs == sides(["rocket.jpg"]).union(["obama-60x60.jpg"]))
        #expect(sixth.made["obama.jpg 1:1"] == ["x": 3, "y": 4, "width": 80, "height": 80])

        // What is gone goes, with the outputs of the old name.
        try FileManager.default.removeItem(atPath: scratch.path("photos/camera.png"))
        let last = try await run("--prune")
        #expect(last.made.isEmpty)
        let outputs = try scratch.files().filter { $0.hasPrefix("out/") && !$0.contains("/.") }.map { String($0.dropFirst(4)) }
        let photos = Self.photos.filter { !["camera.png", "chelsea.png"].contains($0) } + ["new1.jpg", "new2.png", "cat.png"]
        #expect(Set(outputs) == sides(photos))
    }
}
