import ArgumentParser

/// The option for a file of options. `ConfiguredArguments` reads it before the command line is parsed.
struct ConfigurationOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A file of these options, name = value, which the command line overrides (default: BOUNDEDCROP_CROP_CONFIG, or ~/.config/boundedcrop/boundedcrop.conf).",
            valueName: "file"
        ),
        completion: .file()
    )
    var config: String?
}
