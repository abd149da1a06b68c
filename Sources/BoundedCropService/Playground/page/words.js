// Descriptions of detections and crops.

const detectors = { yunet: "YuNet", centerface: "CenterFace", haar: "Haar" };
const schemes = { all: "all faces", largest: "the largest face", smallest: "the smallest face" };

/** What a crop is around where no face was found. */
const unseen = { attention: "what stands out", likely: "what may be a face" };

const faces = (count) => (count === 1 ? "1 face" : `${count} faces`);

/** For a tile: how many faces a crop keeps. */
export function tileWords({ reason, corrected }, features, place) {
  if (reason === "closeUp") return "close-up";
  if (!features.length) return place ? "placed by hand" : corrected ? "corrected" : unseen[reason] ?? "center";
  const kept = features.filter((feature) => feature.kept).length;
  return `${kept} of ${faces(features.length)}`;
}

/** For the status line: the faces found, and what the crop keeps of them. */
export function statusWords(plan, features, { detector, accuracy, scheme, shape, place }) {
  const looks = plan.animation && ` in ${plan.animation.looks} of ${plan.animation.frames} frames`;
  const how = `${detectors[detector]}${accuracy === "high" ? " at high accuracy" : ""}${looks ?? ""}`;
  const count = features.length;
  const { reason, corrected, crop: { width, height } } = plan;
  const crop = `The ${shape} crop, ${width} × ${height} pixels,`;
  const kept = features.filter((feature) => feature.kept).length;
  if (place || corrected) {
    const found = count ? `${faces(count)} found` : "No face found";
    return `${found} by ${how}. ${crop} is ${place ? "where you placed it" : "as it was corrected by hand"}${count ? ` and keeps ${kept} of ${count} whole` : ""}.`;
  }
  if (!count) {
    return `No face found by ${how}. ${crop} is around ${unseen[reason] ?? "the center"}.`;
  }
  if (reason === "closeUp") return `${faces(count)} found by ${how}. ${crop} is a close-up of eyes and mouth, because the face is larger.`;
  if (count === 1) return `1 face found by ${how}. ${crop} ${kept ? "keeps it whole" : "is too flat or too narrow to keep it whole"}.`;
  const whole = kept === count ? `keeps all ${count} whole` : `keeps ${kept} of ${count} whole`;
  if (reason === "filled") return `${faces(count)} found by ${how}. No ${shape} crop can hold all: the picture is shown around ${schemes[scheme]}, with a fill beyond its edges.`;
  const why = reason === "bestFaces" ? ", because no crop of this shape can hold the whole rectangle" : "";
  return `${faces(count)} found by ${how}. ${crop} around ${schemes[scheme]}, ${whole}${why}.`;
}

/** A number of bytes as text. */
export function bytesWords(count) {
  if (count < 10_000) return `${count} bytes`;
  return count < 10_000_000 ? `${Math.round(count / 1000)} kB` : `${Math.round(count / 1_000_000)} MB`;
}

/** A number of photos as text. */
export const photosWords = (count) => (count === 1 ? "1 photo" : `${count} photos`);
