// The ways to open photos: choose, drop, paste, or enter a URL.

import { droppedFiles } from "./folders.js";

const page = document.documentElement;
const file = document.getElementById("file");
const url = document.getElementById("url");

/** Calls `open` with files or an address, each as `{file}` or `{address}`; with none if a dropped folder has no photo. */
export function takePhotos(open) {
  file.addEventListener("change", () => {
    if (file.files.length) openFiles(file.files, open);
    // So that the same file can be chosen again.
    file.value = "";
  });
  document.getElementById("source").addEventListener("submit", (event) => {
    event.preventDefault();
    const address = url.value.trim();
    if (address) open([{ address }]);
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
  if (data.files.length) {
    event.preventDefault();
    if (event.type === "drop") droppedFiles(data).then((files) => openFiles(files, open), () => openFiles(data.files, open));
    else openFiles(data.files, open);
    return;
  }
  // Text pasted into a field belongs to that field.
  if (event.type === "paste" && event.target.matches("input")) return;
  const address = (data.getData("text/uri-list") || data.getData("text/plain")).trim();
  if (/^https?:\/\/\S+$/i.test(address)) {
    url.value = address;
    open([{ address }]);
  }
}

const openFiles = (files, open) => open([...files].map((one) => ({ file: one })));
