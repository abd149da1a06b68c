// Dragging with a mouse, a finger or a pen.

/** A click is no drag. */
const slack = 3;

/**
 * @param {() => number} scale pixels of the photo for each pixel of the screen
 * @param begin takes the point where the drag begins, in pixels of the photo, and returns what to do for a distance
 * @param {boolean} isHandle whether fingers drag it too; on anything else they scroll the page
 */
export function drags(element, layer, scale, { begin, end = () => {} }, isHandle) {
  element.addEventListener("pointerdown", (down) => {
    if (down.button !== 0 || !down.isPrimary || (!isHandle && down.pointerType !== "mouse")) return;
    const box = layer.getBoundingClientRect();
    const unit = scale();
    const move = begin({ x: (down.clientX - box.left) * unit, y: (down.clientY - box.top) * unit });
    down.preventDefault();
    if (element.tabIndex >= 0) element.focus({ preventScroll: true });
    element.setPointerCapture(down.pointerId);
    follow(element, down, unit, move, end);
  });
}

function follow(element, down, unit, move, end) {
  const following = new AbortController();
  const { signal } = following;
  let isDragging = false;
  element.addEventListener("pointermove", (event) => {
    const [dx, dy] = [event.clientX - down.clientX, event.clientY - down.clientY];
    isDragging ||= Math.hypot(dx, dy) >= slack;
    if (isDragging) move({ dx: dx * unit, dy: dy * unit });
  }, { signal });
  for (const name of ["pointerup", "pointercancel"]) {
    element.addEventListener(name, () => {
      following.abort();
      end(isDragging && name === "pointerup");
    }, { signal });
  }
}
