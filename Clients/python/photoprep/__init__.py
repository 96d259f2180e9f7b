"""Crops of photos and pictures of widgets from photoprep, without a process for each.

    with photoprep.Service() as service:
        for crop in service.crop("holiday.heic", aspects=["16:9", "square"]):
            print(crop["aspect"], crop["pixels"], crop["risk"])
        service.crop("holiday.heic", aspects=["16:9"], output="wide.jpg", sizes=[1600])
        service.preview("danke", data={"source": "Ada"}, output="danke.png")

Needs Python 3.8 or later and the program `photoprep`, nothing else. `pip install` takes the folder that this
package is in; this file alone, called photoprep.py, does as well.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import threading
from typing import Any, BinaryIO, Iterable, Mapping, Optional, Sequence, TypedDict, Union

__all__ = ["Crop", "Error", "PixelRectangle", "Preview", "Rectangle", "Service", "Size", "WrittenFile"]

Path = Union[str, "os.PathLike[str]"]


class Size(TypedDict):
    """Pixels across and down."""

    width: int
    height: int


class Rectangle(TypedDict):
    """A part of the upright photo, in fractions of it from its top left."""

    x: float
    y: float
    width: float
    height: float


class PixelRectangle(TypedDict):
    """A part of the upright photo, in whole pixels."""

    x: int
    y: int
    width: int
    height: int


class WrittenFile(TypedDict):
    """A picture that was written."""

    path: str
    width: int
    height: int


class _CropAlways(TypedDict):
    path: str
    aspect: str
    crop: Rectangle
    pixels: PixelRectangle
    photo: Size
    score: Mapping[str, Any]
    centreScore: Mapping[str, Any]
    risk: float
    confidence: float
    flags: Sequence[str]
    regions: Sequence[Mapping[str, Any]]


class Crop(_CropAlways, total=False):
    """One crop of one photo; `docs/json-lines.schema.json` says what each key means."""

    files: Sequence[WrittenFile]
    pathBytes: str


class _PreviewAlways(TypedDict):
    width: int
    height: int


class Preview(_PreviewAlways, total=False):
    """A widget that was drawn or measured."""

    standIns: Sequence[str]
    notes: Sequence[str]
    path: str
    views: Sequence[Mapping[str, Any]]


class Error(Exception):
    """Why there is no crop or picture.

    `code` is the number of JSON-RPC: -32000 for a photo that cannot be cropped or a widget that cannot be drawn. Of a file `reason` is
    photoprep's own short name for it, such as "unsupported-format", and `remedy` says what to do.
    """

    def __init__(self, error: Mapping[str, Any]) -> None:
        super().__init__(error["message"])
        data: Mapping[str, Any] = error.get("data") or {}
        self.code: int = error["code"]
        self.reason: Optional[str] = data.get("code")
        self.remedy: Optional[str] = data.get("remedy")


# Inside of `Service` this name is an argument's.
_Socket = socket.socket


class Service:
    """A `photoprep serve`: one of its own, or with `socket` one that listens already.

    Threads may share it; it answers one after the other. For more at once make several with one
    socket. `options` are those of `photoprep serve`, such as ["--zoom"].
    """

    _output: BinaryIO
    _input: BinaryIO

    def __init__(self, program: Path = "photoprep", socket: Optional[Path] = None, options: Iterable[str] = ()) -> None:
        self._lock = threading.Lock()
        self._number = 0
        self._process: Optional[subprocess.Popen[bytes]] = None
        self._socket: Optional[_Socket] = None
        if socket is None:
            self._start([program, "serve", *options])
        else:
            self._connect(os.fspath(socket))

    def _start(self, command: Sequence[Path]) -> None:
        self._process = process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert process.stdin and process.stdout
        self._output, self._input = process.stdin, process.stdout

    def _connect(self, path: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.connect(path)
        self._output, self._input = self._socket.makefile("wb"), self._socket.makefile("rb")

    def crop(
        self, path: Path, aspects: Optional[Sequence[str]] = None, focus: Optional[Iterable[Sequence[float]]] = None,
        output: Optional[Path] = None, sizes: Optional[Sequence[int]] = None, format: Optional[str] = None,
        quality: Optional[int] = None, force: Optional[bool] = None,
    ) -> Sequence[Crop]:
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
        crops: Sequence[Crop] = self._call("crop", params)["crops"]
        return crops

    def preview(
        self, template: Optional[Path] = None, store: Optional[Path] = None, design: Optional[str] = None,
        data: Optional[Mapping[str, Any]] = None, size: Optional[str] = None, device: Optional[str] = None,
        scale: Optional[float] = None, monochrome: Optional[bool] = None, measure: Optional[bool] = None,
        output: Optional[Path] = None, force: Optional[bool] = None, rendering: Optional[str] = None,
        accented_image: Optional[str] = None,
    ) -> Preview:
        """Draws a widget, from a template with `data` or from a `design` of a `store`, and returns what it is.

        template: the name of one of photoprep's, or a file. The others mean what the options of `photoprep preview`
        mean; `output` is a PNG. The dictionary has "width", "height", "standIns" (fonts), "notes" and, with `measure`,
        "views" with their frames in points.

        Raises Error when there is no picture, and ConnectionError when the service has ended.
        """
        if template is not None:
            template = os.path.abspath(template) if os.path.exists(template) else os.fspath(template)
        params = {
            "template": template, "store": self._absolute(store), "design": design, "data": data, "size": size,
            "device": device, "scale": scale, "monochrome": monochrome, "measure": measure,
            "output": self._absolute(output), "force": force, "rendering": rendering,
            "accented-image": accented_image,
        }
        drawn: Preview = self._call("preview", params)["preview"]
        return drawn

    @staticmethod
    def _absolute(path: Optional[Path]) -> Optional[str]:
        """The path from the root; a slash at its end, which makes it a folder, stays."""
        if path is None:
            return None
        path = os.fspath(path)
        return os.path.abspath(path) + ("/" if path.endswith("/") else "")

    def _call(self, method: str, params: Mapping[str, Any]) -> Mapping[str, Any]:
        given = {name: value for name, value in params.items() if value is not None}
        with self._lock:
            self._number += 1
            request = {"jsonrpc": "2.0", "id": self._number, "method": method, "params": given}
            self._output.write(json.dumps(request).encode() + b"\n")
            self._output.flush()
            line = self._input.readline()
        if not line:
            raise ConnectionError("photoprep serve has ended")
        answer = json.loads(line)
        if "error" in answer:
            raise Error(answer["error"])
        result: Mapping[str, Any] = answer["result"]
        return result

    def close(self) -> None:
        """Ends the connection, and the service where it is our own."""
        for stream in (self._output, self._input):
            stream.close()
        if self._socket:
            self._socket.close()
        if self._process:
            self._process.wait()

    def __enter__(self) -> Service:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
