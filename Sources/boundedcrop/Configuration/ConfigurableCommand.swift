import ArgumentParser

/// A command with `ConfigurationOptions`: it also takes options of `crop` from a file, those that it has in the same section of its help.
protocol ConfigurableCommand: ParsableCommand {
    /// The names of such options that the command has no use for. In the file, they are left out; on the command line, they are errors.
    static var unusedOptions: Set<String> { get }
}

extension ConfigurableCommand {
    static var unusedOptions: Set<String> { [] }
}

extension CropCommand: ConfigurableCommand {}

extension WatchCommand: ConfigurableCommand {
    static var unusedOptions: Set<String> { ["plan", "overwrite", "skip-existing", "warn-no-face"] }
}

extension DetectCommand: ConfigurableCommand {}

extension EffectsCommand: ConfigurableCommand {
    static var unusedOptions: Set<String> { ["plan", "write-regions"] }
}
