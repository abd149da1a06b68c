import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const options = "crop photos -r --srcset 320,640,960@16:9 --srcset-url /img/ -o img --update --prune --manifest .cache/photos.json";

export default function () {
  execFileSync("boundedcrop", options.split(" "), { stdio: "inherit" });
  return JSON.parse(readFileSync(".cache/photos.json", "utf8")).pictures;
}
