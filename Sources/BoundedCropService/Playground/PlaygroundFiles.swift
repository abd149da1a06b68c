/// The files of the playground page, by path. The page of `boundedcrop review` has the editor, too.
package enum PlaygroundFiles {
    package typealias File = (type: String, bytes: [UInt8])

    package static let all: [String: File] = [
        "/": ("text/html; charset=utf-8", PackageResources.index_html),
        "/playground/icon.svg": ("image/svg+xml", PackageResources.icon_svg),
        "/playground/filmstrip.css": style(PackageResources.filmstrip_css),
        "/playground/editor.css": style(PackageResources.editor_css),
        "/playground/layout.css": style(PackageResources.layout_css),
        "/playground/theme.css": style(PackageResources.theme_css),
        "/playground/tiles.css": style(PackageResources.tiles_css),
        "/playground/compare.css": style(PackageResources.compare_css),
        "/playground/looks.css": style(PackageResources.looks_css),
        "/playground/address.js": script(PackageResources.address_js),
        "/playground/adjustments.js": script(PackageResources.adjustments_js),
        "/playground/compare.js": script(PackageResources.compare_js),
        "/playground/connection.js": script(PackageResources.connection_js),
        "/playground/copies.js": script(PackageResources.copies_js),
        "/playground/download.js": script(PackageResources.download_js),
        "/playground/editor.js": script(PackageResources.editor_js),
        "/playground/effects.js": script(PackageResources.effects_js),
        "/playground/faces.js": script(PackageResources.faces_js),
        "/playground/filmstrip.js": script(PackageResources.filmstrip_js),
        "/playground/folders.js": script(PackageResources.folders_js),
        "/playground/handles.js": script(PackageResources.handles_js),
        "/playground/intake.js": script(PackageResources.intake_js),
        "/playground/latest.js": script(PackageResources.latest_js),
        "/playground/looks.js": script(PackageResources.looks_js),
        "/playground/main.js": script(PackageResources.main_js),
        "/playground/offer.js": script(PackageResources.offer_js),
        "/playground/photo.js": script(PackageResources.photo_js),
        "/playground/place.js": script(PackageResources.place_js),
        "/playground/planning.js": script(PackageResources.planning_js),
        "/playground/pool.js": script(PackageResources.pool_js),
        "/playground/presets.js": script(PackageResources.presets_js),
        "/playground/result.js": script(PackageResources.result_js),
        "/playground/service.js": script(PackageResources.service_js),
        "/playground/settings.js": script(PackageResources.settings_js),
        "/playground/sharing.js": script(PackageResources.sharing_js),
        "/playground/source.js": script(PackageResources.source_js),
        "/playground/srcset.js": script(PackageResources.srcset_js),
        "/playground/thumbnails.js": script(PackageResources.thumbnails_js),
        "/playground/tiles.js": script(PackageResources.tiles_js),
        "/playground/words.js": script(PackageResources.words_js),
        "/playground/zip.js": script(PackageResources.zip_js),
    ]

    private static func script(_ bytes: [UInt8]) -> File { ("text/javascript; charset=utf-8", bytes) }

    private static func style(_ bytes: [UInt8]) -> File { ("text/css; charset=utf-8", bytes) }
}
