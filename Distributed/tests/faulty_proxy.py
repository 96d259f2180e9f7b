"""An HTTP proxy in front of an object store that fails now and then, by count."""

import http.client
import threading
import time
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class FaultyProxy:
    """Passes requests on; every seventh is refused with 503, every eleventh cut, every thirteenth slow."""

    def __init__(self, target):
        self.target = urllib.parse.urlsplit(target)
        self.count, self.faults = 0, {"503": 0, "cut": 0, "slow": 0}
        self.lock = threading.Lock()
        proxy = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_any(self):
                proxy.serve(self)

            do_GET = do_PUT = do_POST = do_HEAD = do_DELETE = handle_any

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_port}"

    def fault(self):
        with self.lock:
            self.count += 1
            for every, name in ((7, "503"), (11, "cut"), (13, "slow")):
                if self.count % every == 0:
                    self.faults[name] += 1
                    return name
        return None

    def serve(self, handler):
        fault = self.fault()
        body = read_body(handler)
        if fault == "503":
            handler.send_response(503)
            handler.send_header("Content-Length", "0")
            handler.end_headers()
            return
        if fault == "slow":
            time.sleep(1)
        upstream = http.client.HTTPConnection(self.target.hostname, self.target.port, timeout=60)
        headers = {name: value for name, value in handler.headers.items() if name.lower() != "transfer-encoding"}
        upstream.request(handler.command, handler.path, body, headers)
        answer = upstream.getresponse()
        data = answer.read()
        handler.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ("transfer-encoding", "connection", "content-length"):
                handler.send_header(name, value)
        length = answer.getheader("Content-Length") if handler.command == "HEAD" else str(len(data))
        handler.send_header("Content-Length", length or "0")
        handler.end_headers()
        if handler.command == "HEAD":
            return
        if fault == "cut":
            # Half of what was promised, then nothing: of an empty answer, nothing.
            handler.wfile.write(data[: len(data) // 2])
            handler.wfile.flush()
            handler.close_connection = True
            handler.connection.shutdown(2)
            return
        handler.wfile.write(data)


def read_body(handler):
    if handler.headers.get("Transfer-Encoding", "").lower() != "chunked":
        return handler.rfile.read(int(handler.headers.get("Content-Length") or 0))
    body = b""
    while size := int(handler.rfile.readline().split(b";")[0], 16):
        body += handler.rfile.read(size)
        handler.rfile.readline()
    handler.rfile.readline()
    return body
