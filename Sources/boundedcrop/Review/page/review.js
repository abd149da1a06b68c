// The page of boundedcrop review.
import * as grid from "./grid.js";
// Of crops, or of what is hidden.
import * as picture from "./picture.js";
import * as service from "./service.js";

const left = document.getElementById("left"), problem = document.getElementById("problem");
let version = 0, isFirst = true;

function tell({ pictureCount, unknownCount }) {
    const count = grid.leftCount(), of = `of ${pictureCount} picture${pictureCount === 1 ? "" : "s"}`;
    const examined = unknownCount > 0 ? `, ${unknownCount} still to be examined` : "";
    left.textContent = count > 0 ? `${count} ${of} left to look at${examined}` : unknownCount > 0 ? `${unknownCount} ${of} still to be examined`
        : `Nothing is left to look at ${of}`;
}

let last = { pictureCount: 0, unknownCount: 0 };

async function follow() {
    try {
        const changes = await service.changes(version);
        if (isFirst || changes.pictures.length > 0) grid.show(changes.pictures);
        ({ version } = changes);
        isFirst = false;
        last = changes;
        tell(changes);
        problem.hidden = true;
    } catch (error) {
        problem.textContent = error.message;
        problem.hidden = false;
    }
    setTimeout(follow, document.hidden ? 10_000 : last.unknownCount > 0 ? 700 : 2_000);
}

document.title = `BoundedCrop: ${picture.title.toLowerCase()}`;
document.querySelector("h1").textContent = picture.title;
document.body.className = picture.subject;
for (const part of document.querySelectorAll(`[data-of]:not([data-of=${picture.subject}])`)) part.remove();
grid.begin(await service.concerns(), picture.open);
picture.begin((changed) => { grid.show([changed]); tell(last); });
follow();
