"""Crops of photos and pictures of widgets from photoprep, without a process for each.

    with photoprep.Service() as service:
        for crop in service.crop("holiday.heic", aspects=["16:9", "square"]):
            print(crop["aspect"], crop["pixels"], crop["risk"])
        service.crop("holiday.heic", aspects=["16:9"], output="wide.jpg", sizes=[1600])
        service.preview("danke", data={"source": "Ada"}, output="danke.png")

Needs Python 3.8 or later and the program `photoprep`, nothing else. One file: copy it where you need it.
"""

import json
import os
import socket
import subprocess
import threading

__all__ = ["Error", "Service"]


class Error(Exception):
    """Why there is no crop or picture.

    `code` is the number of JSON-RPC: -32000 for a photo that cannot be cropped or a widget that cannot be drawn. Of a file `reason` is
    photoprep's own short name for it, such as "unsupported-format", and `remedy` says what to do.
    """

    def __init__(self, error):
        super().__init__(error["message"])
        data = error.get("data") or {}
        self.code = error["code"]
        self.reason = data.get("code")
        self.remedy = data.get("remedy")


class Service:
    """A `photoprep serve`: one of its own, or with `socket` one that listens already.

    Threads may share it; it answers one after the other. For more at once make several with one
    socket. `options` are those of `photoprep serve`, such as ["--zoom"].
    """

    def __init__(self, program="photoprep", socket=None, options=()):
        self._lock = threading.Lock()
        self._number = 0
        self._process = self._socket = None
        if socket is None:
            self._start([program, "serve", *options])
        else:
            self._connect(os.fspath(socket))

    def _start(self, command):
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._output, self._input = self._process.stdin, self._process.stdout

    def _connect(self, path):
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.connect(path)
        self._output, self._input = self._socket.makefile("wb"), self._socket.makefile("rb")

    def crop(self, path, aspects=None, focus=None, output=None, sizes=None, format=None, quality=None, force=None):
        """Returns the crops of a photo, a dictionary for each aspect, as `photoprep crop --json` prints them.

        aspects: shapes like "16:9" or "square"; without them those of an iPhone's widgets.
        focus: points (x, y) or areas (x, y, width, height) to keep, in fractions from the top left.
        output: the file, or the folder, that the crops are written to, with `sizes` (long edges in pixels),
        `format`, `quality` and `force` as in `photoprep crop`; the files written are in each crop's "files".

        Raises Error when there is no crop, and ConnectionError when the service has ended.
        """
        areas = focus and [dict(zip(("x", "y", "width", "height"), area)) for area in focus]
        params = {
            "path": os.path.abspath(path), "aspects": aspects, "focus": areas, "output": self._absolute(output),
            "sizes": sizes, "format": format, "quality": quality, "force": force,
        }
        return self._call("crop", {name: value for name, value in params.items() if value is not None})["crops"]

    def preview(self, template=None, store=None, design=None, data=None, size=None, device=None, scale=None,
                monochrome=None, measure=None, output=None, force=None):
        """Draws a widget, from a template with `data` or from a `design` of a `store`, and returns what it is.

        template: the name of one of photoprep's, or a file. The others mean what the options of `photoprep preview`
        mean; `output` is a PNG. The dictionary has "width", "height", "standIns" (fonts), "notes" and, with `measure`,
        "views" with their frames in points.

        Raises Error when there is no picture, and ConnectionError when the service has ended.
        """
        if template is not None and os.path.exists(template):
            template = os.path.abspath(template)
        params = {
            "template": template, "store": self._absolute(store), "design": design, "data": data, "size": size,
            "device": device, "scale": scale, "monochrome": monochrome, "measure": measure,
            "output": self._absolute(output), "force": force,
        }
        return self._call("preview", {name: value for name, value in params.items() if value is not None})["preview"]

    @staticmethod
    def _absolute(path):
        """The path from the root; a slash at its end, which makes it a folder, stays."""
        if path is None:
            return None
        path = os.fspath(path)
        return os.path.abspath(path) + ("/" if path.endswith("/") else "")

    def _call(self, method, params):
        with self._lock:
            self._number += 1
            request = {"jsonrpc": "2.0", "id": self._number, "method": method, "params": params}
            self._output.write(json.dumps(request).encode() + b"\n")
            self._output.flush()
            line = self._input.readline()
        if not line:
            raise ConnectionError("photoprep serve has ended")
        answer = json.loads(line)
        if "error" in answer:
            raise Error(answer["error"])
        return answer["result"]

    def close(self):
        """Ends the connection, and the service where it is our own."""
        for stream in (self._output, self._input):
            stream.close()
        if self._socket:
            self._socket.close()
        if self._process:
            self._process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
