import BoundedCropRendering

extension OptionRules {
    /// The rules of the command, whose options say more than requests do.
    static let command = requests + commandOnly

    private static let search = searching + ["hide", "detection-cache"]
    private static let existing = ["overwrite", "skip-existing", "newer"]

    private static let commandOnly = OptionRules(
        [
            OptionConflict(["crop", "no-bounding"], search, "nothing is detected", endsWithEffects: true),
            OptionConflict(["crop", "no-bounding"], ["no-face-to", "warn-no-face"], "nothing is detected"),
            OptionConflict(
                ["region", "focal"],
                search + ["embedded-regions", "require-face"],
                "with --region or --focal, nothing is detected",
                endsWithEffects: true
            ),
            OptionConflict(["require-face"], ["no-face-to", "warn-no-face"], "a picture without faces is an error"),
            OptionConflict(["plans"], ["each-face"], "a plan has one crop"),
            OptionConflict(
                ["srcset"],
                ["size", "aspect", "preset"],
                "write the aspect after the widths, as in 320,640@1:1"
            ),
            OptionConflict(["srcset"], ["document"], "a document has one size"),
            OptionConflict(["srcset"], ["each-face"], "a set has one picture"),
            OptionConflict(["srcset-formats"], ["format"], "they are the formats of the outputs"),
            OptionConflict(existing, existing, "only one says what becomes of outputs that exist"),
            OptionConflict(["update"], existing.dropFirst() + ["plans", "no-face-to"], "what was made is remembered"),
            OptionConflict(["plan"], ["prune"], "use --dry-run"),
            OptionConflict(["plan"], ["dry-run", "manifest"], "nothing is written"),
            OptionConflict(["manifest"], ["skip-existing", "newer"], "use --update"),
            OptionConflict(["manifest"], ["no-face-to"], "the manifest lists what is in one folder"),
            OptionConflict(["verbose"], ["quiet"], "one says more, the other less"),
        ],
        needs: [
            ("prune", ["update"]), ("state", ["update"]), ("names", ["each-face"]), ("srcset-formats", ["srcset"]),
            ("srcset-sizes", ["srcset"]), ("srcset-url", ["srcset", "manifest"]), ("placeholder", ["srcset"]),
        ]
    )
}
