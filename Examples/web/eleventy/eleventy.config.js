const escapes = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export default function (config) {
  config.addPassthroughCopy("img");
  config.addShortcode("photo", (photo, alt) => {
    if (!photo) throw new Error(`there is no such photo for “${alt}”`);
    const text = alt.replace(/[&<>"]/g, (character) => escapes[character]);
    return photo.html.replace('alt=""', () => `alt="${text}"`);
  });
}
