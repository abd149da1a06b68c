package import BoundedCrop
package import BoundedCropRendering

/// The part of a service's configuration that its grammars need.
package struct ServiceConfiguration: Sendable {
    package var keys: [String] = []
    package var algorithm = URLSigner.Algorithm.sha1
    package var allowsUnsafe: Bool?
    package var unsignedGrammars: [Grammar] = []
    package var presets: [CropPreset] = []
    package var dialects = DialectSettings()
    package var rendering = RenderSettings()
    package var urlLimits = ImageURLLimits()

    package init() {}
}
