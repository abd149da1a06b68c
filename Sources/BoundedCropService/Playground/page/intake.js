// The ways to open a photo: choose, drop, paste, or enter its URL.

const page = document.documentElement;
const file = document.getElementById("file");
const url = document.getElementById("url");

/** Calls `open` with a file, or with an address. */
export function takePhotos(open) {
  file.addEventListener("change", () => {
    if (file.files.length) open({ file: file.files[0] });
    // So that the same file can be chosen again.
    file.value = "";
  });
  document.getElementById("source").addEventListener("submit", (event) => {
    event.preventDefault();
    const address = url.value.trim();
    if (address) open({ address });
    else url.focus();
  });
  document.addEventListener("paste", (event) => take(event, event.clipboardData, open));
  takeDrops(open);
}

function takeDrops(open) {
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    page.classList.add("dropping");
  });
  document.addEventListener("dragleave", (event) => {
    // Ignore moves from one element to another.
    if (!event.relatedTarget) page.classList.remove("dropping");
  });
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    page.classList.remove("dropping");
    take(event, event.dataTransfer, open);
  });
}

function take(event, data, open) {
  const found = [...data.files].find((one) => one.type.startsWith("image/")) ?? data.files[0];
  if (found) {
    event.preventDefault();
    open({ file: found });
    return;
  }
  // Text pasted into a field belongs to that field.
  if (event.type === "paste" && event.target.matches("input")) return;
  const address = (data.getData("text/uri-list") || data.getData("text/plain")).trim();
  if (/^https?:\/\/\S+$/i.test(address)) {
    url.value = address;
    open({ address });
  }
}
