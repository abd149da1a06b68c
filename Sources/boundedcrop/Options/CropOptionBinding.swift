import ArgumentParser
import BoundedCrop
import BoundedCropRendering

// Options of the table, declared with their names, help and values: `@Option(.zoom) var zoom: CropOption.Setting?`.

extension Option where Value == CropOption.Setting? {
    init(_ row: CropOption, parsing: SingleValueParsingStrategy = .next) {
        self.init(name: .customLong(row.name), parsing: parsing, help: row.argumentHelp, completion: row.completion, transform: row.read)
    }
}

extension Option where Value == [CropOption.Setting] {
    init(_ row: CropOption) {
        // The value may begin with a minus sign if a rectangle starts left of the picture.
        self.init(
            wrappedValue: [],
            name: .customLong(row.name),
            parsing: .unconditionalSingleValue,
            help: row.argumentHelp,
            transform: row.read
        )
    }
}

extension Flag where Value == Bool {
    init(_ row: CropOption) {
        self.init(wrappedValue: false, name: .customLong(row.name), help: row.argumentHelp)
    }
}

extension CropOption {
    fileprivate var argumentHelp: ArgumentHelp { form.isEmpty ? ArgumentHelp(summary) : ArgumentHelp(summary, valueName: form) }

    fileprivate var completion: CompletionKind? {
        if case .choice(let words) = value { .list(words) } else { nil }
    }

    @Sendable fileprivate func read(_ text: String) throws -> Setting {
        try usage { try setting(text) }
    }

    /// The setting of a flag; nil if it is off.
    func setting(if isSet: Bool) -> Setting? { isSet ? try? setting("true") : nil }
}

extension CropSettings {
    /// What options say.
    init(_ settings: [CropOption.Setting?]) {
        self.init()
        for setting in settings.compactMap(\.self) { apply(setting) }
    }

    /// Throws a usage error for options that make no sense together.
    func checkUsage() throws {
        try usage { try check { "--\($0)" } }
    }
}

/// Turns what is wrong with a value into a usage error.
///
/// - Parameter place: What the message begins with.
func usage<Value>(in place: String = "", _ value: () throws -> Value) throws -> Value {
    do { return try value() } catch let error as BoundedCropError { throw ValidationError("\(place)\(error.message).") }
}
