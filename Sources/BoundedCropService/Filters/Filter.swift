internal import BoundedCrop
internal import BoundedCropEffects
internal import BoundedCropRendering

/// A filter of thumbor's grammar: how a call of it is read, and how what it says is written.
struct Filter: Sendable {
    typealias Read = @Sendable (inout FilterValues, FilterCall) throws -> Void
    typealias Path<Value> = WritableKeyPath<FilterValues, Value> & Sendable

    let name: String
    /// Sets what a call says. Throws `invalidFilter` for invalid arguments.
    let read: Read
    /// The arguments of each call that says what the values are; no calls for what is usual, or what others say.
    var write: @Sendable (FilterValues) throws -> [String] = { _ in [] }
    /// The arguments of the call that is this step; nil for another step.
    var writeStep: @Sendable (RenderStep) throws -> String? = { _ in nil }
}

extension Filter {
    /// A filter that sets a value, and is written unless that is the default.
    init<Value: Equatable & SendableMetatype>(
        _ name: String,
        _ path: any Path<Value>,
        read: @escaping @Sendable (FilterCall) throws -> Value,
        write: @escaping @Sendable (Value) throws -> String?
    ) {
        self.init(name: name, read: { $0[keyPath: path] = try read($1) }) { values in
            let value = values[keyPath: path]
            return value == FilterValues()[keyPath: path] ? [] : [try write(value)].compactMap(\.self)
        }
    }

    /// A filter that adds a step of a kind, and is written for those that it can say.
    init<Value: SendableMetatype>(
        _ name: String,
        _ step: @escaping @Sendable (Value) -> RenderStep,
        read: @escaping @Sendable (FilterCall) throws -> Value,
        write: @escaping @Sendable (Value) throws -> String?
    ) {
        self.init(step: name) {
            step(try read($0))
        } write: {
            try ($0.value.base as? Value).flatMap(write)
        }
    }

    init(
        step name: String,
        read: @escaping @Sendable (FilterCall) throws -> RenderStep,
        write: @escaping @Sendable (RenderStep) throws -> String? = { _ in nil }
    ) {
        self.init(name: name, read: { $0.stage.steps.append(try read($1)) }, writeStep: write)
    }
}

extension Filter {
    /// All filters. Those that say what something is are written in this order; steps keep their own.
    static let all = crop + target + steps + effects + output

    static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    /// The call that is a step.
    ///
    /// - Throws: `invalidArgument` for an effect that no filter has, and for a picture that no filter can name.
    fileprivate static func call(_ step: RenderStep) throws -> FilterCall {
        for filter in steps + effects {
            if let text = try filter.writeStep(step) { return FilterCall(filter.name, text) }
        }
        throw wordless("the effect “\(step.effect?.cacheKey ?? "")”")
    }

    static func wordless(_ what: String) -> BoundedCropError {
        BoundedCropError(.invalidArgument, "thumbor has no words for \(what)")
    }

    /// Says that something is so, and takes no argument.
    static func mark(_ name: String, _ path: any Path<Bool>) -> Filter { Filter(name, path, read: isThere, write: { _ in "" }) }

    static func integer(_ name: String, _ path: any Path<Int?>, in range: ClosedRange<Int>, atLeast least: Int = 0) -> Filter {
        Filter(name, path, read: { max(least, try FilterArguments($0).integer(0, in: range)) }, write: { $0.map(String.init) })
    }

    @Sendable static func number(_ number: Double?) -> String? { number.map { ParameterText.exact($0) } }

    /// True without an argument or with `true`.
    @Sendable static func isOn(_ call: FilterCall) throws -> Bool {
        let arguments = try FilterArguments(call, count: 0...1)
        return arguments.has(0) ? try arguments.flag(0) : true
    }

    /// True. Throws for any argument.
    @Sendable static func isThere(_ call: FilterCall) throws -> Bool { try FilterArguments(call, count: 0...0).texts.isEmpty }
}

/// What the filters of one stage of a URL say.
struct FilterValues: Sendable {
    var stage = RenderRequest.Stage()
    var output = RenderRequest.Output()
    var delivery = Delivery()
    /// The part of the picture that `region` cuts out, before it is one of the stage's cuts.
    var region: RenderRequest.Region?
    /// Whether sizes are rounded to the nearest pixel, also where thumbor does otherwise.
    var roundsToNearest = false
    /// The names of unknown filters, in the URL's order.
    private(set) var unknown: [String] = []
}

extension FilterValues {
    /// Adds filters to a stage. If two set the same value, the last one counts.
    ///
    /// - Parameter earlier: What the filters of the stages before say, of which the output and the delivery stay.
    /// - Throws: `invalidFilter` for a filter with invalid arguments.
    init(_ stage: RenderRequest.Stage, _ calls: [FilterCall], after earlier: FilterValues = FilterValues()) throws {
        (self.stage, output, delivery, unknown) = (stage, earlier.output, earlier.delivery, earlier.unknown)
        for call in calls {
            if let filter = Filter.named[call.name] {
                try filter.read(&self, call)
            } else {
                // Its arguments count, too: faces(blur).
                try HidingWords.refuse(in: [call.description])
                unknown.append(call.name)
            }
        }
        if let region { self.stage.cuts.append(region) }
        self.stage.target.roundsLikeThumbor = self.stage.target.isRoundedByThumbor && !roundsToNearest
        if self.stage.crop.alignmentFill != nil, self.stage.crop.alignment == nil {
            throw BoundedCropError(.invalidFilter, "the filter align_fill needs align")
        }
        if calls.contains(where: { $0.name == RequestOption.hide.name }), !self.stage.redacts {
            throw BoundedCropError(.invalidFilter, "the filter hide needs redact, which hides faces")
        }
    }

    /// The filters that say this.
    ///
    /// - Throws: `invalidArgument` for what they have no words for.
    func calls() throws -> [FilterCall] {
        func written(_ filters: [Filter]) throws -> [FilterCall] {
            try filters.flatMap { filter in try filter.write(self).map { FilterCall(filter.name, $0) } }
        }
        return try written(Filter.crop + Filter.target) + stage.steps.map(Filter.call) + written(Filter.output)
    }
}
