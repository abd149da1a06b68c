internal import BoundedCrop

/// Reads options into a request.
package struct RequestSettings: Hashable, Sendable {
    /// What the options say. Without any, features are detected.
    package private(set) var request: RenderRequest
    /// The names of the options that were given.
    package private(set) var given: Set<String> = []
    /// The names of those that say something else than the default.
    private var changing: Set<String> = []

    /// - Parameter output: How results are written without options.
    package init(_ settings: [RequestOption.Setting] = [], output: RenderRequest.Output = RenderRequest.Output()) {
        request = Self.standard
        request.output = output
        for setting in settings { apply(setting) }
    }

    /// What options change.
    static let standard = {
        var request = RenderRequest()
        (request.last.crop.detects, request.last.crop.isPlanned) = (true, true)
        return request
    }()

    /// The only stage.
    package var stage: RenderRequest.Stage { request.last }

    /// Sets an option.
    package mutating func apply(_ setting: RequestOption.Setting) {
        let before = request
        setting.apply(to: &request)
        given.insert(setting.name)
        // What says the default contradicts nothing.
        if request != before { changing.insert(setting.name) }
    }

    package func has(_ option: RequestOption) -> Bool { given.contains(option.name) }

    /// Throws `invalidArgument` for options that make no sense together.
    ///
    /// - Parameters:
    ///   - hasEffects: Whether there may be effects, which may look for features.
    ///   - others: The names of other options that were given.
    ///   - called: The names of options as the surface writes them.
    package func check(
        _ rules: OptionRules = .requests,
        hasEffects: Bool = true,
        others: Set<String> = [],
        called: (String) -> String = { $0 }
    ) throws {
        for conflict in rules.conflicts { try conflict.check(changing.union(others), hasEffects: hasEffects, called) }
        let given = given.union(others)
        for (name, needed) in rules.needs where given.contains(name) && given.isDisjoint(with: needed) {
            let names = needed.map(called).joined(separator: " or ")
            throw BoundedCropError(.invalidArgument, "\(called(name)) needs \(names)")
        }
    }
}

extension RequestOption.Setting {
    /// Sets the option of a stage, whatever else was set.
    package func apply(to stage: inout RenderRequest.Stage) {
        var request = RenderRequest(stage)
        apply(to: &request)
        stage = request.last
    }
}
