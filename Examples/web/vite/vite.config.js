import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const options = "crop photos -r --srcset 320,640,960@16:9 --srcset-url /img/ -o public/img --update --prune --manifest .cache/photos.json";

const photos = {
  name: "boundedcrop",
  buildStart() {
    execFileSync("boundedcrop", options.split(" "), { stdio: "inherit" });
  },
  resolveId(id) {
    if (id === "virtual:photos") return "\0virtual:photos";
  },
  load(id) {
    if (id !== "\0virtual:photos") return;
    return `export default ${JSON.stringify(JSON.parse(readFileSync(".cache/photos.json", "utf8")).pictures)}`;
  },
};

export default { plugins: [photos] };
