// Writes zip files with entries as they are, since pictures are compressed already. See APPNOTE.TXT of PKWARE.

/** More needs another format of entries and sizes (ZIP64). */
const [mostEntries, mostBytes] = [0xffff, 0xffffffff];
const [versionNeeded, utf8Names] = [20, 0x0800];
const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/**
 * A zip file of pictures. They are read one after another, and not kept in memory.
 *
 * @param {{name: string, blob: Blob}[]} entries different names without folders
 */
export async function zipOf(entries, date = new Date()) {
  if (entries.length > mostEntries) throw new Error("These are more pictures than a zip file can hold: 65,535.");
  const [parts, directory] = [[], []];
  let offset = 0;
  for (const { name, blob } of entries) {
    const encoded = new TextEncoder().encode(name);
    // Both headers of an entry have these fields.
    const common = [
      [2, versionNeeded], [2, utf8Names], [2, 0], ...times(date), [4, crc(new Uint8Array(await blob.arrayBuffer()))],
      [4, blob.size], [4, blob.size], [2, encoded.length], [2, 0],
    ];
    const head = fields([4, 0x04034b50], ...common);
    directory.push(fields([4, 0x02014b50], [2, versionNeeded], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]), encoded);
    parts.push(head, encoded, blob);
    offset += head.length + encoded.length + blob.size;
    if (offset > mostBytes) throw new Error("The pictures are too large for a zip file: together they have more than 4 GB.");
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = fields([4, 0x06054b50], [2, 0], [2, 0], [2, entries.length], [2, entries.length], [4, size], [4, offset], [2, 0]);
  return new Blob([...parts, ...directory, end], { type: "application/zip" });
}

/** Names that differ also where case does not count: a second `a.jpg` becomes `a-2.jpg`. */
export function distinct(names) {
  const taken = new Set();
  return names.map((name) => {
    const [, stem, ending] = name.match(/^(.*?)(\.[^.]*)?$/s);
    let one = name;
    for (let number = 2; taken.has(one.toLowerCase()); number += 1) one = `${stem}-${number}${ending ?? ""}`;
    taken.add(one.toLowerCase());
    return one;
  });
}

function crc(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) value = crcTable[(value ^ byte) & 0xff] ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

/** The time and the date of an entry: years from 1980, and every second second. */
const times = (date) => [
  [2, (date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1)],
  [2, ((date.getFullYear() - 1980) << 9) | ((date.getMonth() + 1) << 5) | date.getDate()],
];

/** Numbers of 2 or 4 bytes, the lowest first. */
function fields(...values) {
  const bytes = new Uint8Array(values.reduce((sum, [size]) => sum + size, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [size, value] of values) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return bytes;
}
