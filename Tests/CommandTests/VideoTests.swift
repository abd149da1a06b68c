import BoundedCrop
import Foundation
import TestSupport
import Testing

@testable import boundedcrop

@Suite(.timeLimit(.minutes(15))) struct VideoTests {
    let scratch: TemporaryFolder

    init() throws { scratch = try TemporaryFolder() }

    private struct Line: Decodable {
        struct Output: Decodable {
            let file: String
            let width: Int
            let height: Int
        }

        let file: String
        let frames: Int
        let aspect: String
        let output: Output?
        let covered: Int?
    }

    /// A face that walks over a gray ground, from the left to the right.
    private func addWalk(_ name: String = "walk.mp4", seconds: Double = 1.2) throws {
        try scratch.add(Fixture.portrait, as: "face.png")
        try FFmpegVideo.make(
            "-f lavfi -i color=gray:size=480x270:rate=25:duration=\(seconds) -loop 1 -i face.png -filter_complex '[1]scale=160:-2[f];[0][f]overlay=x=20+n*9:y=40:shortest=1' -c:v libx264 -preset ultrafast -pix_fmt yuv420p 'file:\(name)'",
            in: scratch
        )
        try FileManager.default.removeItem(atPath: scratch.path("face.png"))
    }

    @Test func `a face that walks stays in the crop`() async throws {
        try addWalk()
        let cropped = try await scratch.boundedcrop("video walk.mp4 --aspect 9:16 --json -o out.mp4")
        #expect(cropped.status == 0 && cropped.errors.isEmpty, "\(cropped.errors)")
        let line = try #require(try cropped.decoded(Line.self).first)
        #expect(line.frames == 30 && line.aspect == "9:16" && line.output?.width == 152 && line.output?.height == 270)
        for number in [0, 12, 29] {
            let frame = try ImageSource(bytes: FFmpegVideo.frame(number, of: "out.mp4", in: scratch)).pixels()
            let faces = try YuNetDetector().features(in: frame, accuracy: .low)
            #expect(faces.count == 1, "frame \(number)")
            #expect(faces.allSatisfy { frame.size.bounds.contains($0.rectangle) }, "frame \(number): \(faces)")
        }
    }

    @Test func `Ctrl-C ends it with 130, and nothing is left of the output`() async throws {
        try addWalk(seconds: 0.4)
        try scratch.write(Array("#!/bin/sh\nread line\necho > asked\ncat gate > /dev/null\n".utf8), to: "slow")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: scratch.path("slow"))
        try #require(try await scratch.shell("mkfifo gate asked").status == 0)
        let before = try scratch.files()
        let arguments = ["video", "walk.mp4", "--aspect", "9:16", "--detector", "command:./slow", "-o", "out/{name}.mp4"]
        let running = try await Command.start(arguments, in: scratch.url)
        // The first frame is at work.
        _ = try await onThread { [asked = scratch.url.appendingPathComponent("asked")] in
            try FileHandle(forReadingFrom: asked).readToEnd()
        }
        running.interrupt()
        let (status, bySignal) = try await running.ended()
        #expect(status == 130 && !bySignal)
        #expect(try scratch.files() == before)
    }

    @Test func `what becomes of sound that the format does not hold is said, and a codec that it does not hold is refused`() async throws {
        try addWalk(seconds: 0.2)
        try FFmpegVideo.make("-i walk.mp4 -f lavfi -i sine=duration=0.2 -c:v copy -c:a pcm_s16le talk.mov", in: scratch)
        let outcome = try await scratch.boundedcrop("video talk.mov --aspect 1:1 --json -o b.mp4")
        let note = "stream 1 (audio, pcm_s16le) is encoded with aac: MP4 does not hold it as it is"
        #expect(outcome.status == 0 && outcome.errors.contains(note), "\(outcome.errors)")
        let notes = try outcome.objects().first?["notes"] as? [String]
        #expect(notes == [note])
        let refused = try await scratch.boundedcrop("video talk.mov --aspect 1:1 --codec av1 -o c.mov")
        #expect(refused.status == 1 && refused.errors.contains("MOV holds videos in h264 or hevc, not in av1"), "\(refused.errors)")
        #expect(try scratch.names() == ["b.mp4", "talk.mov", "walk.mp4"])
    }

    @Test func `its programs end with it, however it ends`() async throws {
        try addWalk(seconds: 0.4)
        try scratch.write(Array("#!/bin/sh\nexec 3> alive\nread line\necho > asked\nread more < gate\n".utf8), to: "slow")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: scratch.path("slow"))
        try #require(try await scratch.shell("mkfifo gate asked alive").status == 0)
        let arguments = ["video", "walk.mp4", "--aspect", "9:16", "--detector", "command:./slow", "-o", "out/{name}.mp4"]
        let running = try await Command.start(arguments, in: scratch.url)
        let alive = try await onThread { [path = scratch.url.appendingPathComponent("alive")] in try FileHandle(forReadingFrom: path) }
        _ = try await onThread { [asked = scratch.url.appendingPathComponent("asked")] in
            try FileHandle(forReadingFrom: asked).readToEnd()
        }
        running.kill()
        _ = try await running.ended()
        // Nothing is read until the program has ended that could write.
        #expect(try await onThread { try alive.readToEnd() }?.isEmpty != false)
    }

    @Test func `outputs of a folder are named, and left out of the next run`() async throws {
        try scratch.makeFolder("in")
        try addWalk("in/a.mp4", seconds: 0.2)
        try addWalk("in/b.mov", seconds: 0.2)
        try scratch.write([1], to: "in/notes.txt")
        let outcome = try await scratch.boundedcrop("video in --aspect 9:16 --aspect 1:1 -o in/{name}-{aspect}.{ext}")
        #expect(outcome.status == 0 && outcome.errors.isEmpty && outcome.text.isEmpty, "\(outcome.errors)")
        let files = ["a-1x1.mp4", "a-9x16.mp4", "a.mp4", "b-1x1.mov", "b-9x16.mov", "b.mov", "notes.txt"]
        #expect(try scratch.files() == files.map { "in/\($0)" })
        let again = try await scratch.boundedcrop("video in --aspect 9:16 --aspect 1:1 --verbose -o in/{name}-{aspect}.{ext}")
        #expect(again.status == 1 && again.errors.contains("in/a-9x16.mp4 already exists: use --overwrite"))
        #expect(again.errors.contains("4 outputs of earlier runs left out") && again.errors.contains("2 of 2 failed"))
        #expect(try await scratch.boundedcrop("video in --aspect 9:16 --aspect 1:1 -o in/{name}-{aspect}.{ext} --overwrite").status == 0)
        #expect(try scratch.files().count == files.count)
        let own = try await scratch.boundedcrop("video in/a.mp4 --aspect 1:1 -o in/a.mp4 --overwrite")
        #expect(own.status == 1 && own.errors.contains("would replace the video itself"))
    }

    @Test(arguments: ["-v.mp4", "a:b.mp4", "50%d.mp4", "ä ö.mp4"])
    func `files may have any name`(name: String) async throws {
        try addWalk(name, seconds: 0.2)
        let outcome = try await Command.run(["video", "--aspect", "1:1", "-o", "out/", "--", name], in: scratch.url)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(try scratch.files().contains("out/\(name)"))
    }

    @Test func `without ffmpeg, the error names its package`() async throws {
        try addWalk(seconds: 0.2)
        let line = ["video", "walk.mp4", "--aspect", "1:1", "-o", "b.mp4"]
        let outcome = try await Command.run(line, in: scratch.url, environment: ["PATH": "/nothing"])
        #expect(outcome.status == 1 && outcome.errors.contains("install the package ffmpeg"))
        let formats = try await Command.run(["formats"], in: scratch.url, environment: ["PATH": "/nothing"])
        #expect(formats.status == 0 && formats.text.contains("install the package ffmpeg"))
        #expect(try scratch.names() == ["walk.mp4"])
    }

    @Test func `a plan that was edited is carried out`() async throws {
        try addWalk(seconds: 0.4)
        let plan = try await scratch.boundedcrop("video walk.mp4 --aspect 1:1 --plan --json")
        #expect(plan.status == 0 && plan.lines.count == 1)
        var record = try #require(try plan.objects().first)
        var path = try #require(record["path"] as? [String: Any])
        var shots = try #require(path["shots"] as? [[String: Any]])
        let window: [String: Any] = ["frame": 0, "time": 0, "rectangle": ["x": 200, "y": 0, "width": 270, "height": 270]]
        shots[0]["windows"] = [window]
        path["shots"] = shots
        record["path"] = path
        try scratch.write([UInt8](JSONSerialization.data(withJSONObject: record)), to: "plans.jsonl")
        let outcome = try await scratch.boundedcrop("video walk.mp4 --aspect 1:1 --plans plans.jsonl -o b.mp4")
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        let shown = try ImageSource(bytes: FFmpegVideo.frame(3, of: "b.mp4", in: scratch)).pixels()
        let whole = try ImageSource(bytes: FFmpegVideo.frame(3, of: "walk.mp4", in: scratch)).pixels()
        let part = try whole.part(PixelRect(x: 200, y: 0, width: 270, height: 270))
        let difference = zip(shown.bytes, part.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        #expect(shown.size == part.size && Double(difference) / Double(part.bytes.count) < 4)
        shots[0]["windows"] = [["frame": 0, "time": 0, "rectangle": ["x": 400, "y": 0, "width": 270, "height": 270]]]
        path["shots"] = shots
        record["path"] = path
        try scratch.write([UInt8](JSONSerialization.data(withJSONObject: record)), to: "plans.jsonl")
        let outside = try await scratch.boundedcrop("video walk.mp4 --aspect 1:1 --plans plans.jsonl -o c.mp4")
        #expect(outside.status == 1 && outside.errors.contains("not inside the frame"))
        let other = try await scratch.boundedcrop("video walk.mp4 --aspect 4:5 --plans plans.jsonl -o c.mp4")
        #expect(other.status == 1 && other.errors.contains("are for 1:1, not for 4:5"))
    }

    @Test func `a correction decides what its shot shows`() async throws {
        try addWalk(seconds: 0.4)
        let lines = [
            #"{"file": "walk.mp4", "at": 0.1, "aspect": "1:1", "crop": "200,0,270,270"}"#,
            #"{"file": "walk.mp4", "at": 0.1, "aspect": "9:16", "focal": {"x": 400, "y": 100}}"#,
            #"{"file": "other.mp4", "at": 0, "region": "1,1,9,9"}"#,
        ]
        try scratch.write(Array(lines.joined(separator: "\n").utf8), to: "c.jsonl")
        let outcome = try await scratch.boundedcrop("video walk.mp4 --aspect 1:1 --aspect 9:16 --plan --json --corrections c.jsonl")
        #expect(outcome.status == 0 && outcome.errors.contains("1 video that were not among the inputs: other.mp4"), "\(outcome.errors)")
        let windows = try outcome.objects().map { line in
            let shots = (line["path"] as? [String: Any])?["shots"] as? [[String: Any]]
            return (shots?.first?["windows"] as? [[String: Any]])?.first?["rectangle"] as? [String: Double] ?? [:]
        }
        #expect(windows.count == 2 && windows[0]["x"] == 200)
        #expect(try #require(windows[1]["x"]) > 250)
        for (line, text) in [
            (#"{"file": "a", "at": 1}"#, "one of"), ("x", "line 1"),
        ] {
            try scratch.write(Array(line.utf8), to: "c.jsonl")
            let wrong = try await scratch.boundedcrop("video walk.mp4 --aspect 1:1 --plan --corrections c.jsonl")
            #expect(wrong.status == 64 && wrong.errors.contains(text), "\(wrong.errors)")
        }
        try scratch.write(Array(#"{"file": "walk.mp4", "focal": [1, 1]}"#.utf8), to: "boundedcrop.corrections.json")
        let timeless = try await scratch.boundedcrop("video walk.mp4 --aspect 1:1 --plan")
        #expect(timeless.status == 1 && timeless.errors.contains("the correction of walk.mp4 has no “at”"), "\(timeless.errors)")
    }

    @Test func `a correction of a time after the end of the video is told, and changes nothing`() async throws {
        try addWalk(seconds: 0.4)
        let lines = [#"{"file": "walk.mp4", "at": 100, "focal": "1,1"}"#, #"{"file": "walk.mp4", "at": 0.36, "focal": "1,1"}"#]
        for (line, isUsed) in zip(lines, [false, true]) {
            try scratch.write(Array(line.utf8), to: "boundedcrop.corrections.json")
            let outcome = try await scratch.boundedcrop("video walk.mp4 --aspect 1:1 --plan --json")
            #expect(outcome.status == 0 && outcome.errors.isEmpty == isUsed, "\(outcome.errors)")
            #expect(outcome.errors.contains("before 100 s") != isUsed)
            #expect(try outcome.objects().first?["corrected"] as? [String] == (isUsed ? ["focal"] : nil))
        }
    }

    @Test func `a video is left out where corrections say so, and cropped as always where they say that it is good`() async throws {
        try addWalk(seconds: 0.2)
        func correct(_ words: String) throws {
            try scratch.write(Array(#"{"file": "walk.mp4", \#(words)}"#.utf8), to: "boundedcrop.corrections.json")
        }
        try correct(#""skip": true"#)
        for options in ["--redact black", "--aspect 1:1"] {
            let outcome = try await scratch.boundedcrop("video walk.mp4 \(options) --json -o b.mp4")
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(try outcome.objects().map { $0["corrected"] as? [String] } == [["skip"]])
            #expect(try !scratch.files().contains("b.mp4"))
        }
        try correct(#""skip": true, "aspect": "1:1""#)
        let one = try await scratch.boundedcrop("video walk.mp4 --aspect 1:1 --aspect 9:16 --plan --json")
        #expect(try one.objects().map { $0["corrected"] as? [String] } == [["skip"], nil], "\(one.errors)")
        try correct(#""good": true"#)
        let good = try await scratch.boundedcrop("video walk.mp4 --aspect 1:1 --plan --json")
        #expect(good.status == 0 && good.errors.isEmpty, "\(good.errors)")
        #expect(try good.objects().first?["path"] != nil)
    }

    @Test func `redaction hides the face in every frame, and nothing else`() async throws {
        try addWalk(seconds: 0.6)
        let outcome = try await scratch.boundedcrop("video walk.mp4 --redact black --json -o b.mp4")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let line = try #require(try outcome.decoded(Line.self).first)
        #expect(line.covered == line.frames && line.frames == 15 && line.output?.width == 480)
        for number in [0, 7, 14] {
            let (before, after) = (
                try ImageSource(bytes: FFmpegVideo.frame(number, of: "walk.mp4", in: scratch)).pixels(),
                try ImageSource(bytes: FFmpegVideo.frame(number, of: "b.mp4", in: scratch)).pixels()
            )
            let face = try #require(try YuNetDetector().features(in: before, accuracy: .low).first?.rectangle)
            func color(_ pixels: PixelBuffer, _ x: Double, _ y: Double) -> Int {
                Int(pixels.bytes[(Int(y) * pixels.width + Int(x)) * 4 + 1])
            }
            #expect(color(after, face.midX, face.midY) < 20, "frame \(number)")
            #expect(abs(color(after, 470, 265) - color(before, 470, 265)) < 6)
            #expect(try YuNetDetector().features(in: after, accuracy: .high).isEmpty)
        }
        let both = try await scratch.boundedcrop("video walk.mp4 --redact blur --aspect 1:1 --json -o c.mp4")
        #expect(try both.status == 0 && both.decoded(Line.self).first?.output?.width == 270, "\(both.errors)")
    }

    @Test func `what is hidden and shown by hand is so for its time, and lost faces that are hidden are not told`() async throws {
        try addWalk(seconds: 0.6)
        func frame(_ number: Int, of name: String) throws -> PixelBuffer {
            try ImageSource(bytes: FFmpegVideo.frame(number, of: name, in: scratch)).pixels()
        }
        func green(_ pixels: PixelBuffer, _ x: Double, _ y: Double) -> Int { Int(pixels.bytes[(Int(y) * pixels.width + Int(x)) * 4 + 1]) }
        let face = try #require(try YuNetDetector().features(in: frame(7, of: "walk.mp4"), accuracy: .high).first?.rectangle)
        let shown = [face.x, face.y, face.width, face.height].map { "\($0)" }.joined(separator: ",")
        // Frames have 40 ms, and the correction is in half their size.
        let hidden = #"{"x": 220, "y": 5, "width": 10, "height": 10, "from": 0.19, "to": 0.41}"#
        let lines = [
            #"{"file": "walk.mp4", "size": "240x135", "hide": [\#(hidden)]}"#, #"{"file": "walk.mp4", "show": "\#(shown)"}"#,
            #"{"file": "walk.mp4", "at": 0, "focal": "1,1"}"#,
        ]
        try scratch.write(Array(lines.joined(separator: "\n").utf8), to: "boundedcrop.corrections.json")
        let outcome = try await scratch.boundedcrop("video walk.mp4 --redact black --detector yunet --json -o b.mp4")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try outcome.objects().first?["corrected"] as? [String] == ["hide", "show"])
        let cropped = try await scratch.boundedcrop("video walk.mp4 --aspect 1:1 --plan --json")
        #expect(try cropped.objects().first?["corrected"] as? [String] == ["focal"])
        for (number, isHidden, isShown) in [(0, false, false), (7, true, true), (14, false, false)] {
            let (before, after) = (try frame(number, of: "walk.mp4"), try frame(number, of: "b.mp4"))
            #expect((green(after, 450, 20) < 20) == isHidden, "frame \(number)")
            let middle = face.moved(x: Double(number - 7) * 9, y: 0)
            #expect((green(after, middle.midX, middle.midY) < 20) != isShown, "frame \(number)")
            #expect(green(before, 450, 20) > 60)
        }
        try scratch.write(Array(#"{"file": "walk.mp4", "size": "300x300", "hide": "1,1,9,9"}"#.utf8), to: "boundedcrop.corrections.json")
        let misfit = try await scratch.boundedcrop("video walk.mp4 --redact black -o c.mp4")
        #expect(misfit.status == 1 && misfit.errors.contains("has another shape"), "\(misfit.errors)")
        #expect(try !scratch.files().contains("c.mp4"))
        let plain = try await scratch.boundedcrop("video walk.mp4 --aspect 1:1 --plan")
        #expect(plain.status == 0 && plain.errors.isEmpty)
    }

    @Test(arguments: [true, false])
    func `a video that was renamed keeps what is hidden by its content`(namesFile: Bool) async throws {
        try addWalk(seconds: 0.2)
        let sum = try await scratch.shell("sha256sum walk.mp4")
        let hash = String(decoding: sum.output.prefix(64), as: UTF8.self)
        let file = namesFile ? #""file": "former.mp4", "# : ""
        let line = #"{\#(file)"sha256": "\#(hash)", "size": "480x270", "hide": [{"x": 440, "y": 10, "width": 20, "height": 20}]}"#
        try scratch.write(Array(line.utf8), to: "boundedcrop.corrections.json")
        let outcome = try await scratch.boundedcrop("video walk.mp4 --redact black --json -o b.mp4")
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(try outcome.objects().first?["corrected"] as? [String] == ["hide"])
    }

    /// Where a video was taken, as cameras and editors write it.
    private static let places = ["location=+40.7128-074.0060/", "GPS_Area=Soho", "note=+40.7128-074.0060+012.3/"]

    @Test(arguments: ["mkv", "mov", "mp4"])
    func `tags do not tell a place, nor who is hidden`(ending: String) async throws {
        try addWalk(seconds: 0.2)
        try scratch.write(Array("1\n00:00:00,000 --> 00:00:00,100\nHello\n".utf8), to: "s.srt")
        let chapter = "[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=100\ntitle=Jane enters\n"
        try scratch.write(Array(";FFMETADATA1\n\(chapter)".utf8), to: "m.txt")
        let named = ["title=Jane", "comment=Jane at home", "artist=Jane", "copyright=© Press"] + Self.places
        let tags = named.map { "-metadata '\($0)'" }.joined(separator: " ")
        let ofStreams =
            "-metadata:s:0 'handler_name=Janes phone' -metadata:s:0 language=fra -metadata:s:1 title=Jane -metadata:s:1 language=deu"
        try FFmpegVideo.make(
            "-i walk.mp4 -i s.srt -i m.txt -map 0:v -map 1 -map_chapters 2 -c:v copy -c:s \(ending == "mkv" ? "srt" : "mov_text") "
                + "\(tags) \(ofStreams) -movflags use_metadata_tags a.\(ending)",
            in: scratch
        )
        func told(_ name: String) throws -> String {
            try FFmpegVideo.probe("-show_entries format_tags:stream_tags:chapter_tags:chapter=start_time -of json -i \(name)", in: scratch)
        }
        let source = try told("a.\(ending)")
        for text in ["Jane enters", "Jane at home", "40.7128", "Soho", "fra"] { #expect(source.contains(text), "\(text): \(source)") }
        func made(_ options: String) async throws -> String {
            let outcome = try await scratch.boundedcrop("video a.\(ending) \(options) --json --overwrite -o b.\(ending)")
            #expect([0, 3].contains(outcome.status), "\(outcome.errors)")
            return try told("b.\(ending)")
        }
        let cropped = try await made("--aspect 1:1")
        for text in ["40.7128", "Soho"] { #expect(!cropped.contains(text), "\(cropped)") }
        for text in ["Jane enters", "Jane at home", "© Press", "fra"] { #expect(cropped.contains(text), "\(text): \(cropped)") }
        let kept = try await made("--aspect 1:1 --keep-location")
        #expect(kept.contains("+40.7128"), "\(kept)")
        let hidden = try await made("--redact black")
        for text in ["Jane", "40.7128", "Soho"] { #expect(!hidden.contains(text), "\(hidden)") }
        for text in ["© Press", "deu", "fra", "start_time"] where source.contains(text) {
            #expect(hidden.contains(text), "\(text): \(hidden)")
        }
        if ending != "mkv" { #expect(hidden.contains("\"title\": \"1\""), "\(hidden)") }
        #expect(try await made("--redact black --keep-location").contains("+40.7128"))
    }

    @Test func `a cover picture is copied, but not with hidden faces`() async throws {
        try addWalk(seconds: 0.2)
        try scratch.add(Fixture.portrait, as: "face.png")
        try FFmpegVideo.make("-i walk.mp4 -i face.png -map 0 -map 1 -c copy -disposition:v:1 attached_pic cover.mp4", in: scratch)
        func pictures(_ name: String) throws -> Int {
            let streams = try FFmpegVideo.probe("-show_entries stream_disposition=attached_pic -i \(name)", in: scratch)
            return streams.split(separator: "\n").count { $0 == "1" }
        }
        #expect(try pictures("cover.mp4") == 1)
        #expect(try await scratch.boundedcrop("video cover.mp4 --aspect 1:1 -o b.mp4").status == 0)
        #expect(try pictures("b.mp4") == 1)
        let hidden = try await scratch.boundedcrop("video cover.mp4 --redact blur -o c.mp4")
        #expect(hidden.status == 0 && hidden.errors.contains("stream 1 (video, png) is left out"), "\(hidden.errors)")
        #expect(try pictures("c.mp4") == 0)
    }

    @Test func `a redaction of nothing is said`() async throws {
        try FFmpegVideo.make("-f lavfi -i color=gray:size=160x120:rate=10:duration=0.3 -c:v libx264 -pix_fmt yuv420p a.mp4", in: scratch)
        let outcome = try await scratch.boundedcrop("video a.mp4 --redact blur -o b.mp4")
        #expect(outcome.status == 0 && outcome.errors.contains("no face found, nothing covered"))
    }

    @Test func `a preview is a sheet of the shots, or a video`() async throws {
        try addWalk(seconds: 0.4)
        #expect(try await scratch.boundedcrop("video walk.mp4 --aspect 1:1 --preview p.jpg").status == 0)
        #expect(try scratch.picture("p.jpg").size.width >= 480)
        let video = try await scratch.boundedcrop("video walk.mp4 --aspect 1:1 --preview p.mp4")
        #expect(video.status == 0, "\(video.errors)")
        #expect(try FFmpegVideo.times(of: "p.mp4", in: scratch).count == 10)
        let webM = try await scratch.boundedcrop("video walk.mp4 --aspect 1:1 --preview p.webm")
        #expect(webM.status == 0, "\(webM.errors)")
        #expect(try FFmpegVideo.times(of: "p.webm", in: scratch).count == 10)
        #expect(try scratch.names() == ["p.jpg", "p.mp4", "p.webm", "walk.mp4"])
    }

    @Test func `a damaged video leaves nothing behind`() async throws {
        try addWalk()
        let bytes = try scratch.bytes("walk.mp4")
        try scratch.write(Array(bytes.prefix(bytes.count / 2)), to: "cut.mp4")
        let outcome = try await scratch.boundedcrop("video cut.mp4 --aspect 1:1 -o b.mp4 --json")
        #expect(try outcome.status == 1 && outcome.decoded(ErrorLine.self).first?.error.code == "malformedImage")
        #expect(try scratch.names() == ["cut.mp4", "walk.mp4"])
    }

    @Test(arguments: [
        ("video", "<input>"), ("video a.mp4", "--aspect 9:16"), ("video a.mp4 --size 101x100", "even"),
        ("video a.mp4 --aspect x", "An aspect"), ("video http://localhost/a.mp4 --aspect 1:1", "files on this machine"),
        ("video a.mp4 --aspect 1:1 --codec vp8", "h264 or hevc or av1"),
        ("video a.mp4 --aspect 1:1 --when-apart x", "speaker or cut or largest or stack or pad"),
        ("video a.mp4 --aspect 1:1 --aspect 9:16 -o b.mp4", "2 crops would all be b.mp4"),
        ("video a.mp4 --aspect 1:1 -o b.jpg", "end it with /"),
        ("video a.mp4 --aspect 1:1 --plan --redact blur", "--plan and --redact"), ("video a.mp4 --redact loud", "redact"),
        ("video a.mp4 --aspect 1:1 --preview p.txt", "--preview"), ("video a.mp4 --aspect 1:1 -o a.webm", "--codec av1"),
        ("video a.mp4 --aspect 1:1 --ffmpeg-options '\"x'", "not closed"),
        ("video a.mp4 --aspect 1:1 --ffmpeg-options '-y b.mp4'", "-y cannot be used"),
        ("video a.mp4 --aspect 1:1 --ffmpeg-options '-an b.mp4'", "“b.mp4” is no option"),
        ("video a.mp4 --aspect 1:1 --ffmpeg-options '-crf 18 -vstats_file b'", "-vstats_file cannot be used"),
        ("video a.mp4 --aspect 1:1 --ffmpeg-options '-/filter:v b'", "-/filter:v cannot be used"),
        ("video a.mp4 --aspect 1:1 --ffmpeg-options '-crf'", "-crf has no value"),
        ("video a.mp4 --redact blur --plan", "Name a shape"), ("video a.mp4 --aspect 1:1 -o out/{nam}.mp4", "{nam}"),
    ])
    func `wrong usage is explained`(line: String, text: String) {
        let outcome = scratch.parse(line)
        #expect(outcome.status == 64 && outcome.errors.contains(text), "\(outcome.errors)")
    }

    @Test func `the line of progress fits, and says how long it will take`() {
        let line = VideoProgress.line("talk.mp4", "looking", time: 30, of: 120, after: 4, columns: 80)
        #expect(line == "talk.mp4: looking 25%, 12 s left, 7.5 times as fast as it plays")
        let slow = VideoProgress.line("talk.mp4", "searching faces", time: 1, of: 4, after: 60, columns: 90)
        #expect(slow == "talk.mp4: searching faces 25%, 3 min left, 60.0 times as long as it plays")
        #expect(VideoProgress.line("talk.mp4", "looking", time: 30, of: 120, after: 4, columns: 40) == "talk.mp4: looking 25%, 12 s left")
        #expect(VideoProgress.line("talk.mp4", "looking", time: 30, of: nil, after: 0.5, columns: 10).count == 9)
    }

    @Test func `words are split as by a shell`() throws {
        #expect(
            try ShellWords.split("-crf 18  -vf 'scale=2:2, crop' \"a\\\"b\" c\\ d ''") == [
                "-crf", "18", "-vf", "scale=2:2, crop", "a\"b", "c d", "",
            ]
        )
    }
}
