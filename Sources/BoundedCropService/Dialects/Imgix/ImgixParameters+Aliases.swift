extension ImgixParameters {
    /// The other names of parameters.
    static let aliases: [String: String] = [
        "f": "fit", "width": "w", "height": "h", "or": "orient", "inv": "invert", "mono": "monochrome",
        "max-width": "max-w", "max-height": "max-h", "min-width": "min-w", "min-height": "min-h",
        "bg-color": "bg", "fillcolor": "fill-color", "maskbg": "mask-bg",
        "trimcolor": "trim-color", "trimmd": "trim-md", "trimpad": "trim-pad", "trimsd": "trim-sd", "trimtol": "trim-tol",
        "m": "mark", "ma": "mark-align", "markalign": "mark-align", "malph": "mark-alpha", "markalpha": "mark-alpha",
        "mb": "mark-base", "markbase": "mark-base", "mf": "mark-fit", "markfit": "mark-fit", "mh": "mark-h", "markh": "mark-h",
        "mp": "mark-pad", "markpad": "mark-pad", "ms": "mark-scale", "markscale": "mark-scale", "mtile": "mark-tile",
        "marktile": "mark-tile", "mw": "mark-w", "markw": "mark-w", "mx": "mark-x", "markx": "mark-x", "my": "mark-y", "marky": "mark-y",
    ]
}
