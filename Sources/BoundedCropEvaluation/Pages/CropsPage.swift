/// A page of pictures and the crops made of each, those first that deserve a look.
package struct CropsPage {
    let lines: [CropLine]
    /// The folder of the page; links are relative to it.
    let folder: String

    /// - Parameter path: The page's path, relative to the working directory.
    package init(lines: [CropLine], path: String) {
        self.lines = lines
        folder = HTML.folder(of: path)
    }

    package var html: String {
        var order: [String] = []
        var groups: [String: [CropLine]] = [:]
        for line in lines where line.manifest == nil {
            if groups[line.file] == nil { order.append(line.file) }
            groups[line.file, default: []].append(line)
        }
        let cards = order.map { CropCard(file: $0, lines: groups[$0] ?? [], folder: folder) }
        let sorted = CropConcern.allCases.flatMap { concern in cards.filter { $0.concerns.first == concern } }
        let counts = CropConcern.allCases.map { concern in (concern, cards.count { $0.concerns.contains(concern) }) }.filter { $0.1 > 0 }
        let pictures = cards.count { $0.concerns != [.leftOut] }
        return HTML.page(
            title: pictures == 1 ? "1 picture and its crops" : "\(pictures) pictures and their crops",
            """
            \(filters(counts, all: cards.count))
            \(legend(counts.map(\.0)))
            <div class="grid">
            \(sorted.map(\.html).joined(separator: "\n"))
            </div>
            """,
            style: Self.style,
            script: Self.script
        )
    }

    /// Disabled until the script makes them work. The counts are shown without it.
    private func filters(_ counts: [(CropConcern, Int)], all: Int) -> String {
        func choice(_ value: String, _ title: String, _ count: Int, isChosen: Bool = false) -> String {
            let input = "<input type=\"radio\" name=\"group\" value=\"\(value)\"\(isChosen ? " checked" : "")>"
            return "<label class=\"\(value)\">\(input) \(title) <b>\(count)</b></label>"
        }
        let choices = [choice("", "All", all, isChosen: true)] + counts.map { choice($0.rawValue, $0.title, $1) }
        return """
            <form id="filters" autocomplete="off"><fieldset disabled>
            <legend>Show</legend>
            \(choices.joined(separator: "\n"))
            <label>Name <input type="search" name="words"></label>
            <output id="shown"></output>
            </fieldset></form>
            """
    }

    private func legend(_ concerns: [CropConcern]) -> String {
        let groups = concerns.map { "<dt>\($0.title)</dt><dd>\($0.explanation)</dd>" }
        return """
            <details class="legend"><summary>What the groups and boxes mean</summary>
            <p>A picture is in every group that it belongs to, and stands where the worst of them does.</p>
            <dl>\(groups.joined(separator: "\n"))</dl>
            <p>Boxes on originals: <b class="kept">faces that all crops show whole</b>, <b class="dropped">faces that a crop cuts</b>,
            <b class="bounds">the bounding rectangle with its padding</b> (of the first crop), <b class="crop">the crops</b>. Thin boxes:
            where a face was seen in the frames of an animation. After redaction: <b class="covered">what was covered</b>, without its
            margin; on outputs, <b class="dropped">what an audit still found</b>.</p>
            </details>
            """
    }

    /// Cards away from the screen are not laid out, so that thousands scroll smoothly.
    private static let style = """
        body { max-width: none; margin: 1rem auto; }
        fieldset { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; border: 0; margin: 0; padding: 0; }
        legend { float: left; padding: 0; }
        label { display: inline-flex; gap: .3rem; align-items: center; min-height: 24px; }
        input[type=search] { font: inherit; width: 12rem; min-height: 24px; }
        .legend { margin: .75rem 0; max-width: 60rem; }
        dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; }
        dd { margin: 0; }
        .grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 18rem), 1fr)); gap: .75rem; }
        article { content-visibility: auto; contain-intrinsic-block-size: auto 18rem; box-sizing: border-box; min-width: 0; padding: .6rem;
            border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: .5rem; }
        [hidden] { display: none; }
        h2 { margin: 0 0 .4rem; font-size: .95rem; overflow-wrap: anywhere; }
        .tags, .error { margin: 0 0 .4rem; overflow-wrap: anywhere; }
        .tags { display: flex; flex-wrap: wrap; gap: .3rem; font-size: .8rem; }
        .tags b { border: 1px solid; border-radius: 1rem; padding: 0 .5rem; }
        .row { gap: .5rem; }
        summary { cursor: pointer; min-height: 24px; }
        .failed, .visible, .cut, .uncovered { color: var(--bad); }
        rect.crop { stroke: #3d8bff; stroke-width: 2; } b.crop { color: var(--crop); }
        @media (max-width: 30rem) { dl { display: block; } dd { margin: 0 0 .3rem 1rem; } input[type=search] { width: 9rem; } }
        """

    private static let script = """
        "use strict";
        const filters = document.getElementById("filters"), shown = document.getElementById("shown");
        const plain = (text) => text.normalize("NFC").toLowerCase();
        const cards = [...document.querySelectorAll("article")].map((card) =>
            ({ card, groups: card.dataset.groups.split(" "), name: plain(card.dataset.name) }));
        function apply() {
            const group = filters.elements.group.value, words = plain(filters.elements.words.value.trim());
            let count = 0;
            for (const { card, groups, name } of cards) {
                card.hidden = group !== "" && !groups.includes(group) || !name.includes(words);
                if (!card.hidden) count++;
            }
            shown.textContent = `${count} shown`;
        }
        filters.firstElementChild.disabled = false;
        filters.addEventListener("input", apply);
        filters.addEventListener("submit", (event) => event.preventDefault());
        apply();
        """
}
