import ArgumentParser
import BoundedCrop
import BoundedCropRendering

/// The part of the table of options that a command offers in one place of its help.
protocol OptionSection {
    static var rows: [RequestOption] { get }
}

enum CropSection: OptionSection {
    static let rows = RequestOption.all([.crop], on: .crops)
}

enum DetectionSection: OptionSection {
    static let rows = RequestOption.all([.detection], on: .crops)
}

enum OutputSection: OptionSection {
    static let rows = RequestOption.all([.output], on: .crops)
}

enum VideoSection: OptionSection {
    static let rows = RequestOption.all([.crop, .detection], on: .videos)
}

/// Options of the table as options of a command, with their names, help and values.
struct TableOptions<Section: OptionSection>: ParsableArguments, CustomReflectable {
    /// What the options say that were given, in the order of the table.
    private(set) var settings: [RequestOption.Setting] = []

    init() {}

    init(from decoder: any Decoder) throws {
        let options = try decoder.container(keyedBy: Key.self)
        settings = try Section.rows.flatMap { row -> [RequestOption.Setting] in
            let key = Key(stringValue: row.name)
            guard options.contains(key), try !options.decodeNil(forKey: key) else { return [] }
            if row.repeats { return try options.decode([RequestOption.Setting].self, forKey: key) }
            if row.isFlag { return try options.decode(Bool.self, forKey: key) ? [try row.setting("true")] : [] }
            return [try options.decode(RequestOption.Setting.self, forKey: key)]
        }
    }

    /// ArgumentParser finds options by reflection: a child for each.
    var customMirror: Mirror { Mirror(self, children: Section.rows.map { (label: $0.name, value: $0.declaration) }) }

    func has(_ row: RequestOption) -> Bool { settings.contains { $0.name == row.name } }

    /// The first of some options that was given, as it is written; nil for none of them.
    func first(of rows: [RequestOption]) -> String? { rows.first(where: has).map { "--\($0.name)" } }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

extension RequestOption {
    /// The option as the parser knows it.
    fileprivate var declaration: Any {
        if isFlag { return Flag(wrappedValue: false, name: .customLong(name), help: help) }
        if repeats {
            return Option<[Setting]>(
                wrappedValue: [],
                name: .customLong(name),
                parsing: .unconditionalSingleValue,
                help: help,
                transform: read
            )
        }
        return Option<Setting?>(self)
    }

    @Sendable fileprivate func read(_ text: String) throws -> Setting { try usage { try setting(text) } }

    fileprivate var help: ArgumentHelp { form.isEmpty ? ArgumentHelp(summary) : ArgumentHelp(summary, valueName: form) }

    /// Whether a value may begin with a minus sign, since a place may start left of the picture.
    fileprivate var mayBeNegative: Bool { if case .text = value { true } else { false } }

    fileprivate var completion: CompletionKind? {
        switch value {
        case .choice(let words): .list(words)
        case .text(.path, _): .file()
        default: nil
        }
    }
}

extension Option where Value == RequestOption.Setting? {
    /// One option of the table, where a command has no more of them.
    init(_ row: RequestOption) {
        self.init(
            name: .customLong(row.name),
            parsing: row.mayBeNegative ? .unconditional : .next,
            help: row.help,
            completion: row.completion,
            transform: row.read
        )
    }
}

extension RequestOption.Setting: Decodable {
    /// Takes the setting that the parser made of a word.
    public init(from decoder: any Decoder) throws { self = try decoder.singleValueContainer().decode(Self.self) }
}

/// Turns what is wrong with a value into a usage error.
///
/// - Parameter place: What the message begins with.
func usage<Value>(in place: String = "", _ value: () throws -> Value) throws -> Value {
    do { return try value() } catch let error as BoundedCropError { throw ValidationError("\(place)\(error.message).") }
}
