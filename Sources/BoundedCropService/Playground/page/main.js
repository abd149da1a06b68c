// Connects the steps: from photo to detection, to plans, to the display.

import * as address from "./address.js";
import { showComparison, watchCompare } from "./compare.js";
import * as copies from "./copies.js";
import { watchDownload } from "./download.js";
import { addEffects, expression } from "./effects.js";
import { facesIn } from "./faces.js";
import * as filmstrip from "./filmstrip.js";
import { offerURL } from "./offer.js";
import { showPhoto, watchHandles } from "./handles.js";
import { takePhotos } from "./intake.js";
import { Latest } from "./latest.js";
import { lookAt, watchLooks } from "./looks.js";
import { imageOf, photoOf } from "./photo.js";
import { placed, placeOption, setPlace, settled } from "./place.js";
import { cropQuery, plansFor, thumbnailQuery } from "./planning.js";
import { offerPresets, showPreset } from "./presets.js";
import { showResult } from "./result.js";
import * as service from "./service.js";
import { detectionOptions, schemes, settings, shapes, watchSettings } from "./settings.js";
import { addressFrom, shareSettings, showLink } from "./sharing.js";
import { offerHTML } from "./srcset.js";
import { Tiles } from "./tiles.js";
import { statusWords, tileWords } from "./words.js";

const element = (id) => document.getElementById(id);
const schemeTiles = new Tiles("schemes", "scheme");
const shapeTiles = new Tiles("shapes", "shape");
const [detecting, planning, finishing] = [new Latest(), new Latest(), new Latest()];
/** The photo, its drawable picture and its detection. It is replaced as a whole, so that late answers can be recognized. */
let current = null;
/** The photo that was opened last. While it is loaded, another one is shown. */
let opened = null;
/** The plan that is about to be rendered, and the timer until then. */
let wanted = null;
let pause = null;
/** What “Try again” does. */
let repeated = null;
/** The photo in the address of the page, until it is opened. */
let wantedAddress = null;

/** Shows a photo of the filmstrip, with what was placed by hand in it. */
function choose(source) {
  opened = source;
  // A place in the address of the page is that of its photo.
  if (source.address === null || source.address !== wantedAddress) setPlace(source.placed(settings().zoom));
  open(source);
}

function open(source) {
  look(async () => {
    say(`Loading ${source.name} …`);
    try {
      const photo = photoOf(await source.blob(), source.name, source.address);
      const detection = await service.detection(photo.blob, detectionQuery());
      return { source, photo, detection, image: await imageOf(photo, detection) };
    } catch (error) {
      // The last one, and what can be dragged on it, would be taken for this one.
      close();
      throw error;
    }
  });
}

/** Shows no photo. */
function close() {
  current = null;
  clearTimeout(pause);
  document.body.classList.remove("loaded");
  showPhoto(null);
}

/** Detects faces in the same photo with other options. */
function lookAgain() {
  const { source, photo, image } = current;
  look(async () => ({ source, photo, image, detection: await service.detection(photo.blob, detectionQuery()) }));
}

const detectionQuery = () => new URLSearchParams(detectionOptions(settings()));

function look(work) {
  detecting.run(() => trying(async () => {
    element("mat").setAttribute("aria-busy", "true");
    try {
      current = await work();
    } finally {
      element("mat").setAttribute("aria-busy", "false");
      say("");
    }
    document.body.classList.add("loaded");
    element("stillOption").hidden = !current.detection.animation;
    plan();
  }, () => look(work)));
}

const replan = () => current && plan();

function plan() {
  planning.run(() => trying(async () => {
    // What is placed is placed in the opened photo.
    if (!current || current.source !== opened) return;
    setPlace(settled(placed(), current.detection, settings().zoom));
    current.source.keep(placed(), current.detection);
    const [of, now, offered] = [current, settings(), shapes()];
    refreshStrip();
    showPreset(now);
    const plans = await plansFor(of.photo, of.detection, now, offered);
    if (of !== current) return;
    const chosen = Math.max(0, offered.indexOf(now.shape));
    const plan = plans[now.scheme][chosen];
    const faces = facesIn(plan, of.detection, now.place);
    showPhoto(of.image, plan, faces, of.detection, now);
    offerSaving(of.photo, plan, now.place);
    lookAt(of.photo, plan.crop);
    address.changed();
    for (const { value } of schemes) showTile(schemeTiles, value, plans[value][chosen], now.place);
    offered.forEach((shape, index) => showTile(shapeTiles, shape, plans[now.scheme][index], now.place));
    element("urlHint").hidden = of.photo.address !== null;
    const isAnimated = Boolean(of.detection.animation);
    offerURL(copies.instructions(of.photo, plan, now, isAnimated));
    element("commandText").textContent = copies.command(of.photo, now, isAnimated);
    element("jsonText").textContent = copies.json(of.photo, of.detection, plan, now);
    finishSoon(of, plan, now);
  }));
}

/** What the button that saves does, if there is anything to save or to take back. */
let saving = null;
let canSave = false;

function offerSaving({ address }, { corrected }, place) {
  const isOffered = canSave && address !== null && (place || corrected);
  element("saveCorrection").hidden = !isOffered;
  element("saveCorrection").textContent = place ? "Save for this picture" : "Take the saved correction back";
  saving = isOffered ? () => service.saveCorrection(address, placeOption(place)) : null;
}

function save() {
  const [work, of] = [saving, current];
  saving = null;
  trying(async () => {
    await work?.();
    of.photo.looked = null;
    filmstrip.forget(of.source);
    if (of !== current) return;
    // What is saved is shown as all will see it.
    setPlace(null);
    plan();
  }, save);
}

/** The settings are those of all photos, and what was placed by hand is that of each. */
function refreshStrip() {
  const now = settings();
  filmstrip.refresh((source) => thumbnailQuery({ ...now, place: source.placed(now.zoom) }));
}

function showTile(tiles, value, plan, place) {
  tiles.show(value, current.image, plan, tileWords(plan, facesIn(plan, current.detection, place), place));
}

/** Slow work and announcements wait until the slider rests. */
function finishSoon(of, plan, now) {
  wanted = plan;
  clearTimeout(pause);
  element("resultMat").setAttribute("aria-busy", "true");
  pause = setTimeout(() => finishing.run(() => trying(async () => {
    const [faces, isAnimated] = [facesIn(plan, of.detection, now.place), Boolean(of.detection.animation)];
    say(statusWords(plan, faces, now));
    element("photo").setAttribute("aria-label", `The photo. ${element("status").textContent}`);
    try {
      const query = cropQuery(now, expression(now.effects), isAnimated);
      await showResult(await service.crop(of.photo.blob, query, of.photo.address), of.photo, plan);
      offerHTML(of.photo, plan, now, isAnimated);
      await showComparison(of.photo, plan, faces, now, isAnimated);
    } finally {
      if (wanted === plan) element("resultMat").setAttribute("aria-busy", "false");
    }
  })), 200);
}

/** Does work that takes the place of what was done before, and of the error of that. */
const trying = (work, again) => showingErrors(async () => {
  await work();
  complain("");
}, again);

/** Shows the error of work, if there is one, and offers to do it again if it may then succeed. */
async function showingErrors(work, again = plan) {
  try {
    await work();
  } catch (error) {
    complain(error.message, error.mayPass ? again : null);
  }
}

function say(text) {
  element("status").textContent = text;
}

function complain(text, again = null) {
  repeated = again;
  // The focus would be lost with the button.
  if (!again && document.activeElement === element("again")) element("controls").focus({ preventScroll: true });
  element("problem").textContent = text;
  element("problem").hidden = element("trouble").hidden = !text;
  element("again").hidden = !again;
}

const offerShapes = () => shapeTiles.offer(shapes().map((shape) => ({ value: shape, title: shape })));

schemeTiles.offer(schemes);
offerShapes();
addEffects();
filmstrip.watchFilmstrip(choose);
watchDownload(filmstrip.sources);
takePhotos((photos) => {
  if (!photos.length) return complain("There are no photos in this folder.");
  refreshStrip();
  return filmstrip.add(photos);
});
watchHandles(replan);
watchCompare(replan);
watchLooks();
element("again").addEventListener("click", () => repeated());
element("saveCorrection").addEventListener("click", save);
copies.watchCopies((button, text) => { button.textContent = text; });
watchSettings((name) => {
  if (name === "own") offerShapes();
  address.changed();
  if (!current) refreshStrip();
  else if (name === "detector" || name === "accuracy") lookAgain();
  else plan();
});
offerPresets().catch(({ message }) => complain(message));

// The address of the page: the photo, if the service can load it again, and the settings.
shareSettings(offerShapes);
address.keep("photo", { write: () => current?.photo.address, read: (text) => { wantedAddress = addressFrom(text); } });
address.watchAddress(openShared, () => showLink(current?.photo));

function openShared() {
  if (wantedAddress && wantedAddress !== current?.photo.address) {
    element("url").value = wantedAddress;
    refreshStrip();
    filmstrip.add([{ address: wantedAddress }]);
  } else if (current) {
    lookAgain();
  }
  wantedAddress = null;
}

// A photo may have been opened meanwhile, and its error stays.
showingErrors(async () => {
  const { web, folder, savesCorrections } = await service.abilities();
  canSave = savesCorrections;
  const places = [web && "its URL", folder && "its path in the folder"].filter(Boolean);
  element("url").placeholder = `or ${places.join(", or ")}`;
  element("address").hidden = !places.length;
  openShared();
});
