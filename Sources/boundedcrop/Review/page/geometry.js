// Rectangles in pixels of the upright picture.

const within = (value, low, high) => Math.min(Math.max(value, low), Math.max(low, high));

/** The largest crop of an aspect, width by height, in a picture. */
export function largest(picture, ratio) {
    const width = Math.min(picture.width, picture.height * ratio);
    return { width, height: width / ratio };
}

/** A crop moved by so many pixels, inside the picture. */
export function moved(crop, by, picture) {
    return {
        ...crop,
        x: within(crop.x + by.x, 0, picture.width - crop.width), y: within(crop.y + by.y, 0, picture.height - crop.height),
    };
}

/** A crop of another size, as a share of the largest, around the same center as far as the picture reaches. */
export function sized(crop, share, picture, ratio) {
    const most = largest(picture, ratio);
    const scale = within(share, 0.1, 1);
    // In whole pixels, and no higher than the aspect: the crop that holds it is as wide, so that it does not grow from move to move.
    const width = Math.max(1, Math.round(most.width * scale)), height = Math.max(1, Math.floor(width / ratio));
    const [x, y] = [crop.x + (crop.width - width) / 2, crop.y + (crop.height - height) / 2];
    return moved({ x, y, width, height }, { x: 0, y: 0 }, picture);
}

/** How large a crop is, as a share of the largest. */
export const share = (crop, picture, ratio) => crop.width / largest(picture, ratio).width;

/** In whole pixels, inside the picture. */
export function rounded(rectangle, picture) {
    const [x, y] = [Math.round(rectangle.x), Math.round(rectangle.y)];
    return {
        x: within(x, 0, picture.width - 1), y: within(y, 0, picture.height - 1),
        width: within(Math.round(rectangle.width), 1, picture.width - x), height: within(Math.round(rectangle.height), 1, picture.height - y),
    };
}

/** The rectangle between two points, inside the picture. */
export function spanned(one, other, picture) {
    const [left, right] = [one.x, other.x].map((x) => within(x, 0, picture.width)).sort((a, b) => a - b);
    const [top, bottom] = [one.y, other.y].map((y) => within(y, 0, picture.height)).sort((a, b) => a - b);
    return { x: left, y: top, width: right - left, height: bottom - top };
}
