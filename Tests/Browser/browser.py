"""Headless Chromium and its pages."""

import base64
import json
import os
import tempfile

from devtools import DevTools, DevToolsError

KEYS = {
    "Tab": (9, ""), "Enter": (13, "\r"), " ": (32, " "), "ArrowRight": (39, ""), "ArrowLeft": (37, ""), "ArrowDown": (40, ""),
    "End": (35, ""), "Home": (36, ""), "Delete": (46, ""), "ArrowUp": (38, ""), "Escape": (27, ""), "2": (50, "2"), "-": (189, "-"), "+": (187, "+"),
    "s": (83, "s"), "z": (90, "z"),
}


class Browser:
    def __init__(self, timeout, artefacts):
        self.artefacts = artefacts
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self._log = open(artefacts / "chromium.log", "wb")
        command = [
            os.environ.get("CHROMIUM", "chromium"), "--headless=new", f"--user-data-dir={self._profile.name}", "--no-first-run",
            "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--disable-background-networking",
            "--disable-component-update", "--no-default-browser-check",
        ]
        if os.geteuid() == 0:
            command.append("--no-sandbox")
        self.devtools = DevTools(command, timeout, self._log)
        self.timeout = timeout

    def open(self, url, **screen):
        return Page(self, url, **screen)

    def close(self):
        self.devtools.close()
        self._log.close()
        self._profile.cleanup()


class Page:
    """A tab. It records errors in the page."""

    def __init__(self, browser, url, width=1280, height=1000, phone=False, prepare=None):
        self._browser = browser
        self._devtools = browser.devtools
        self._target = self._devtools.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self._devtools.call("Target.attachToTarget", targetId=self._target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=2 if phone else 1, mobile=phone)
        if prepare:
            self.call("Page.addScriptToEvaluateOnNewDocument", source=prepare)
        answer = self.call("Page.navigate", url=url)
        if "errorText" in answer:
            raise DevToolsError(f"{url}: {answer['errorText']}")
        self._devtools.wait_for_event(self._session, "Page.loadEventFired")

    def in_both_colors(self):
        """Shows the page in light colors, and then in dark ones; gives the name of each once transitions have ended."""
        for colors in ("light", "dark"):
            self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": colors}])
            self.wait("document.getAnimations().length === 0")
            yield colors

    def call(self, method, **parameters):
        return self._devtools.call(method, self._session, **parameters)

    def evaluate(self, expression):
        """The value of an expression in the page; promises are awaited."""
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True, userGesture=True)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise DevToolsError(f"{expression}: {details.get('exception', {}).get('description', details['text'])}")
        return result["result"].get("value")

    def wait(self, condition):
        """Waits until an expression is true, and returns its value. Otherwise fails with the page's text."""
        value = self.evaluate(f"""new Promise((done) => {{
            const end = performance.now() + {self._browser.timeout * 900};
            const look = () => {{
                let value = null;
                try {{ value = {condition}; }} catch {{ }}
                if (value || performance.now() > end) done(value); else setTimeout(look, 20);
            }};
            look();
        }})""")
        if not value:
            said = self.evaluate("[...document.querySelectorAll('[role=status], [role=alert]')].map((one) => one.textContent).join(' | ')")
            raise AssertionError(f"never came true: {condition}\nthe page says: {said}\nerrors: {self.errors()}")
        return value

    def text(self, selector):
        return self.evaluate(f"document.querySelector({json.dumps(selector)}).textContent")

    def choose_files(self, selector, *paths):
        root = self.call("DOM.getDocument")["root"]["nodeId"]
        node = self.call("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.call("DOM.setFileInputFiles", nodeId=node, files=[str(path) for path in paths])

    def click(self, selector):
        """Clicks with the mouse in the center of the element."""
        x, y = self.evaluate(f"""(() => {{
            const element = document.querySelector({json.dumps(selector)});
            element.scrollIntoView({{ block: "center", behavior: "instant" }});
            const {{ x, y, width, height }} = element.getBoundingClientRect();
            return [x + width / 2, y + height / 2];
        }})()""")
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def drag(self, selector, by, start=(0.5, 0.5)):
        """Drags with the mouse from a place in the element, as shares of its sides, by so many pixels of the screen."""
        x, y = self.place(selector, start)
        self.call("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button="left", clickCount=1)
        for share in (0.3, 0.7, 1):
            self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x + by[0] * share, y=y + by[1] * share, button="left",
                      buttons=1)
        self.call("Input.dispatchMouseEvent", type="mouseReleased", x=x + by[0], y=y + by[1], button="left", clickCount=1)

    def swipe(self, selector, by, start=(0.5, 0.5)):
        """Drags with a finger."""
        x, y = self.place(selector, start)
        self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        for share in (0.3, 0.7, 1):
            self.call("Input.dispatchTouchEvent", type="touchMove", touchPoints=[{"x": x + by[0] * share, "y": y + by[1] * share}])
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def place(self, selector, share=(0.5, 0.5)):
        """A place in an element that is scrolled into view, in pixels of the screen."""
        return self.evaluate(f"""(() => {{
            const element = document.querySelector({json.dumps(selector)});
            const seen = element.getBoundingClientRect();
            if (seen.top < 0 || seen.bottom > innerHeight) element.scrollIntoView({{ block: "center", behavior: "instant" }});
            const {{ x, y, width, height }} = element.getBoundingClientRect();
            return [x + width * {share[0]}, y + height * {share[1]}];
        }})()""")

    def press(self, key, times=1, modifiers=0):
        code, text = KEYS[key]
        for _ in range(times):
            for kind in ("keyDown", "keyUp"):
                self.call("Input.dispatchKeyEvent", type=kind, key=key, code={" ": "Space"}.get(key, key), modifiers=modifiers,
                          windowsVirtualKeyCode=code, text=text if kind == "keyDown" else "")

    def write(self, selector, text):
        self.evaluate(f"(() => {{ const one = document.querySelector({json.dumps(selector)}); one.focus(); one.select(); }})()")
        self.call("Input.insertText", text=text)

    def accessibility_tree(self):
        return self.call("Accessibility.getFullAXTree")["nodes"]

    def errors(self):
        """Errors in the console, failed scripts, and violations of the Content-Security-Policy."""
        logged = [entry["entry"] for entry in self._devtools.events(self._session, "Log.entryAdded")]
        called = self._devtools.events(self._session, "Runtime.consoleAPICalled")
        return ([f"{entry['text']} {entry.get('url', '')}" for entry in logged if entry["level"] == "error"]
                + [str(call["args"]) for call in called if call["type"] in ("error", "assert")]
                + self.uncaught())

    def uncaught(self):
        """Errors in scripts that nothing caught."""
        thrown = [event["exceptionDetails"] for event in self._devtools.events(self._session, "Runtime.exceptionThrown")]
        return [one.get("exception", {}).get("description", one["text"]) for one in thrown]

    def requested_urls(self):
        return [event["request"]["url"] for event in self._devtools.events(self._session, "Network.requestWillBeSent")]

    def screenshot(self, name, whole=True):
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        (self._browser.artefacts / f"{name}.png").write_bytes(base64.b64decode(data))

    def close(self):
        self._devtools.call("Target.closeTarget", targetId=self._target)
        self._devtools.forget(self._session)
