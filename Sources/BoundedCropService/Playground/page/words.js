// What is seen, in words.

const detectors = { yunet: "YuNet", haar: "Haar" };
const schemes = { all: "all faces", largest: "the largest face", smallest: "the smallest face" };

const faces = (count) => (count === 1 ? "1 face" : `${count} faces`);

/** For a tile: how many faces a crop holds. */
export function tileWords({ features, reason }) {
  if (!features.length) return reason === "attention" ? "what stands out" : "centre";
  const kept = features.filter((feature) => feature.kept).length;
  return `${kept} of ${faces(features.length)}`;
}

/** For the status: what was found, and what the crop makes of it. */
export function statusWords(detection, plan, { detector, accuracy, scheme, shape }) {
  const how = `${detectors[detector]}${accuracy === "high" ? " at high accuracy" : ""}`;
  const count = detection.features.length;
  const { reason, crop: { width, height } } = plan;
  const crop = `The ${shape} crop, ${width} × ${height} pixels,`;
  if (!count) {
    return `No face found by ${how}. ${crop} is around ${reason === "attention" ? "what stands out" : "the centre"}.`;
  }
  const kept = plan.features.filter((feature) => feature.kept).length;
  if (count === 1) return `1 face found by ${how}. ${crop} ${kept ? "holds it whole" : "is too flat or too narrow for the whole of it"}.`;
  const whole = kept === count ? `holds all ${count} whole` : `holds ${kept} of ${count} whole`;
  const why = reason === "bestFaces" ? ", since no crop of this shape has room for the whole rectangle" : "";
  return `${faces(count)} found by ${how}. ${crop} around ${schemes[scheme]}, ${whole}${why}.`;
}

/** A number of bytes. */
export const bytesWords = (count) => (count < 10_000 ? `${count} bytes` : `${Math.round(count / 1000)} kB`);
