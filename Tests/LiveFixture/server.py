"""A loopback server that is slow, refuses, fails and drops: python3 server.py SEED. Prints its port."""
import os
import random
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote

chance = random.Random(int(sys.argv[1]))


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        time.sleep(chance.random() * 0.02)
        fate = chance.random()
        if fate < 0.1:
            self.connection.close()
            return
        _, service, text = unquote(self.path).split("/", 2)
        if fate < 0.2:
            self.answer(500, "the server failed")
        elif fate < 0.4:
            # A careless server repeats what it got, secrets included.
            self.answer(409, "refused " + text)
        else:
            self.answer(200, service + " of " + text)

    def answer(self, status, text):
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def handle_one_request(self):
        try:
            super().handle_one_request()
        except (OSError, ValueError):
            self.close_connection = True

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def handle_error(self, *_):
        pass


def end_with_parent():
    sys.stdin.read()
    os._exit(0)


threading.Thread(target=end_with_parent, daemon=True).start()
server = Server(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
