import BoundedCrop
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import BoundedCropService

/// https://wicg.github.io/responsive-image-client-hints/
@Suite(.timeLimit(.minutes(15))) struct ClientHintsTests {
    /// 320x400.
    private static let photo = "orientations/obama_1.jpg"
    private static let names = "Sec-CH-DPR, Sec-CH-Width, DPR, Width"

    private func hints(_ fields: [String: String]) throws -> ClientHints {
        var headers = HTTPFields()
        for (name, value) in fields { headers[try #require(HTTPField.Name(name))] = value }
        return ClientHints(headers)
    }

    @Test(arguments: [
        ("1", 80), ("80", 80), ("81", 160), ("320", 320), ("321", 480), (" 640 ", 640), ("3839", 3840), ("3840", 3840), ("3841", Int.max),
        ("65535", .max), ("65536", nil), ("0", nil), ("-80", nil), ("80.5", nil), ("+80", nil), ("8e1", nil), ("", nil), ("wide", nil),
        ("80, 90", nil), ("99999999999999999999", nil), ("٨٠", nil), ("80;a=1", nil),
    ])
    func `widths are rounded up to one of few steps`(text: String, width: Int?) throws {
        for name in ["Sec-CH-Width", "Width"] { #expect(try hints([name: text]).width == width) }
    }

    @Test(arguments: [
        ("1", 1.0), ("1.0", 1), ("0.5", 1), ("1.25", 1.5), ("1.5", 1.5), ("1.51", 2), ("2", 2), ("3.5", 2), ("100", 2), ("0", nil),
        ("-1", nil), ("nan", nil), ("inf", nil), ("1e0", nil), ("0x1", nil), ("1.2.3", nil), (".", nil), ("", nil), ("101", nil),
        (String(repeating: "1", count: 400), nil), ("1, 2", nil),
    ])
    func `ratios are rounded up to 1, 1.5 or 2`(text: String, ratio: Double?) throws {
        for name in ["Sec-CH-DPR", "DPR"] { #expect(try hints([name: text]).ratio == ratio) }
    }

    @Test func `newer names count before older ones`() throws {
        #expect(try hints(["Sec-CH-Width": "100", "Width": "900"]).width == 160)
        #expect(try hints(["Sec-CH-Width": "none", "Width": "900"]).width == 960)
    }

    @Test(arguments: [
        // The size of the URL is the largest.
        ("600x400/a", "Width", "300", "320x213/a"), ("600x400/a", "Width", "640", "600x400/a"), ("600x400/a", "Width", "9999", "600x400/a"),
        ("600x0/a", "Width", "100", "160x0/a"), ("0x400/a", "Width", "100", "0x400/a"), ("-600x-400/a", "Width", "300", "-320x-213/a"),
        ("65535x1/a", "Width", "1", "80x1/a"), ("100x100/a", "Width", "90", "100x100/a"),
        // Without one, it is the picture's.
        ("a", "Width", "100", "160x0/filters:no_upscale()/a"), ("0x0/smart/a", "Width", "100", "160x0/smart/filters:no_upscale()/a"),
        ("a", "Width", "4000", "a"), ("fit-in/a", "Width", "100", "fit-in/160x0/filters:no_upscale()/a"),
        // What is fitted in needs its height.
        ("fit-in/600x400/a", "Width", "300", "fit-in/320x400/a"),
        ("adaptive-fit-in/600x400/a", "Width", "300", "adaptive-fit-in/600x400/a"),
        ("full-fit-in/600x400/a", "Width", "300", "full-fit-in/320x400/a"),
        // A ratio of 2 is what the URL's size is meant for.
        ("600x400/a", "DPR", "1", "300x200/a"), ("600x400/a", "DPR", "1.5", "450x300/a"), ("600x400/a", "DPR", "3", "600x400/a"),
        ("600x0/a", "DPR", "1", "300x0/a"), ("0x401/a", "DPR", "1", "0x201/a"), ("1x1/a", "DPR", "1", "1x1/a"), ("a", "DPR", "1", "a"),
        ("fit-in/600x400/a", "DPR", "1", "fit-in/300x200/a"),
        // Of these, hints change nothing.
        ("meta/600x400/a", "Width", "100", "meta/600x400/a"), ("debug/600x400/a", "Width", "100", "debug/600x400/a"),
        ("origx400/a", "Width", "100", "origx400/a"), ("600xorig/a", "DPR", "1", "600xorig/a"),
        // A box that is filled keeps its shape.
        ("fit-in/600x400/filters:fill(red)/a", "Width", "100", "fit-in/600x400/filters:fill(red)/a"),
        ("fit-in/600x400/filters:extend(blur)/a", "DPR", "1", "fit-in/600x400/filters:extend(blur)/a"),
    ])
    func `hints make a picture smaller`(url: String, name: String, value: String, expected: String) throws {
        let changed = try hints([name: value]).applied(to: ImageURL(instructions: url).request())
        #expect(try changed == ImageURL(instructions: expected).request())
    }

    @Test func `the width counts before the ratio`() throws {
        let request = try ImageURL(instructions: "600x400/a").request()
        let narrower = try ImageURL(instructions: "480x320/a").request()
        #expect(try hints(["Sec-CH-Width": "480", "Sec-CH-DPR": "1"]).applied(to: request) == narrower)
        // Wider than all steps: all of the URL's size is needed.
        #expect(try hints(["Sec-CH-Width": "5000", "Sec-CH-DPR": "1"]).applied(to: request) == request)
        #expect(try hints([:]).applied(to: request) == request)
    }

    @Test func `they have no effect unless the settings say so`() async throws {
        let service = try await RunningService()
        let reply = try await service.get("/unsafe/200x100/\(Self.photo)", ["sec-ch-width": "80", "dpr": "1"])
        #expect(try reply.picture.size == PixelSize(width: 200, height: 100))
        #expect(reply["accept-ch"] == nil && reply["vary"] == "Accept")
        #expect(try await service.get("/")["accept-ch"] == nil)
    }

    @Test func `a client gets the size that it shows, and caches learn why`() async throws {
        let service = try await RunningService { $0.usesClientHints = true }
        let path = "/unsafe/200x100/\(Self.photo)"
        let (full, small) = (try await service.get(path), try await service.get(path, ["sec-ch-width": "70"]))
        #expect(try full.picture.size == PixelSize(width: 200, height: 100) && small.picture.size == PixelSize(width: 80, height: 40))
        for reply in [full, small, try await service.get(path, ["if-none-match": "*"])] {
            #expect(reply["accept-ch"] == Self.names && reply["vary"] == "Accept, \(Self.names)")
        }
        // Equal to the smaller URL, and for all values of a step.
        #expect(try await service.get("/unsafe/80x40/\(Self.photo)")["etag"] == small["etag"])
        #expect(try await service.get(path, ["width": "80"])["etag"] == small["etag"])
        #expect(full["etag"] != small["etag"])
    }

    @Test func `no hint enlarges a picture`() async throws {
        let service = try await RunningService { $0.usesClientHints = true }
        let reply = try await service.get("/unsafe/smart/\(Self.photo)", ["sec-ch-width": "3000"])
        #expect(try reply.picture.size == PixelSize(width: 320, height: 400))
        let small = try await service.get("/unsafe/smart/\(Self.photo)", ["sec-ch-width": "160"])
        #expect(try small.picture.size == PixelSize(width: 160, height: 200))
    }

    @Test func `what hints cannot change does not vary by them`() async throws {
        let service = try await RunningService { $0.usesClientHints = true }
        let meta = try await service.get("/unsafe/meta/200x100/\(Self.photo)", ["sec-ch-width": "80"])
        #expect(meta["vary"] == nil && meta["accept-ch"] == nil)
        #expect(try await service.get("/unsafe/origx100/\(Self.photo)")["vary"] == "Accept")
    }

    @Test func `pictures of IIIF have the size that was asked for`() async throws {
        let service = try await RunningService { ($0.usesClientHints, $0.grammars) = (true, [.thumbor, GrammarMount(.iiif)]) }
        let picture = "orientations%2Fobama_1.jpg"
        for (size, width) in [("200,", 200), ("max", 320)] {
            let reply = try await service.get("/iiif/3/\(picture)/full/\(size)/0/default.jpg", ["sec-ch-width": "80", "dpr": "1"])
            #expect(try reply.picture.size.width == width && reply["accept-ch"] == nil, "\(reply.text)")
        }
    }
}
