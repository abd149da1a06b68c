// The photos in what was dropped: files, and folders with all that is in them.

const endings = /\.(jpe?g|png|webp|avif|jxl|hei[cf]|hif|gif|tiff?|bmp)$/i;

/** The files of a drop, in the order of their names, without those in folders that are no photos. Call it before the event ends. */
export async function droppedFiles(data) {
  const entries = [...data.items].filter(({ kind }) => kind === "file").map((item) => item.webkitGetAsEntry());
  // A drop from another program may have files, but no entries.
  if (entries.some((entry) => !entry)) return [...data.files];
  const files = await Promise.all(entries.map((entry) => (entry.isFile ? fileOf(entry) : photosIn(entry))));
  return files.flat();
}

async function photosIn(folder) {
  const entries = (await entriesOf(folder)).sort((one, other) => one.name.localeCompare(other.name, undefined, { numeric: true }));
  const photos = [];
  for (const entry of entries) {
    // Systems keep files of their own under such names.
    if (entry.name.startsWith(".")) continue;
    if (entry.isDirectory) photos.push(...await photosIn(entry));
    else if (endings.test(entry.name)) photos.push(await fileOf(entry));
  }
  return photos;
}

const fileOf = (entry) => new Promise((resolve, reject) => { entry.file(resolve, reject); });

/** All entries of a folder, which come in parts until one is empty. */
async function entriesOf(folder) {
  const reader = folder.createReader();
  const all = [];
  for (;;) {
    const part = await new Promise((resolve, reject) => { reader.readEntries(resolve, reject); });
    if (!part.length) return all;
    all.push(...part);
  }
}
