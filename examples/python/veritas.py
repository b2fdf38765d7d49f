"""A client for a Veritas desk in one file, using only the standard library. Python 3.9 or newer. Copy it into your project.

    from veritas import Desk

    desk = Desk("https://desk.example.com", api_key="vrt_...")      # or VERITAS_URL and VERITAS_API_KEY
    run = desk.send_run({"id": "ticket-4711-1", "chain": "support-answers", "output": {"answer": "..."}})
    print(run["decision"], run["quality"])
    desk.send_signals("ticket-4711-1", [{"evaluator": "downstream", "value": True, "source": "thumbs up"}])
    gate = desk.wait_for_gate(gate_id, timeout=1800)
    if gate.get("state") == "approved": ...

From a shell: `python veritas.py send runs.jsonl`, `python veritas.py gate <id> --wait`.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import socket
import ssl
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence

Json = Dict[str, Any]

__all__ = ["Desk", "DeskError", "Json"]

MAX_RUNS_PER_REQUEST = 1000
MAX_SIGNALS_PER_REQUEST = 100
MAX_TRIES = 6
LONGEST_WAIT_S = 120.0
GATE_WAIT_S = 25
RETRYABLE = {429, 502, 503, 504}


class DeskError(Exception):
    """The desk refused a request, or could not be reached.

    `status` is 0 if there was no response. `code` is stable and machine-readable, `issues` names each invalid field by its
    path, and `request_id` identifies the request in the desk's log.
    """

    def __init__(
        self,
        message: str,
        status: int = 0,
        code: str = "network",
        issues: Sequence[Mapping[str, str]] = (),
        request_id: Optional[str] = None,
    ) -> None:
        # The message of the desk contains the first issues already.
        more = [issue for issue in issues if issue.get("message", "") not in message]
        details = "".join(f"\n  {issue.get('path') or '(body)'}: {issue.get('message')}" for issue in more)
        super().__init__(f"{message}{details}")
        self.status = status
        self.code = code
        self.issues = list(issues)
        self.request_id = request_id


class Desk:
    """A client that sends runs and signals, and reads gates.

    Every call can safely be repeated: runs and signals are identified by their ids, so duplicates are stored once. Calls are
    retried at most six times while the desk is busy (429, 502, 503, 504) or unreachable.
    """

    def __init__(
        self,
        url: Optional[str] = None,
        api_key: Optional[str] = None,
        timeout: float = 60.0,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Creates a client without sending anything. `timeout` applies to each attempt, in seconds."""
        self.url = (url or os.environ.get("VERITAS_URL") or "http://127.0.0.1:3000").strip().rstrip("/")
        if urllib.parse.urlsplit(self.url).scheme not in ("http", "https"):
            raise ValueError(f"url: {self.url!r} is not an http address")
        # A key read from a file ends with a newline, which a header may not contain.
        self.api_key = (api_key or os.environ.get("VERITAS_API_KEY") or "").strip()
        if not self.api_key:
            raise ValueError("api_key: pass one, or set VERITAS_API_KEY")
        self.timeout = timeout
        self._sleep = sleep

    def send_run(self, run: Mapping[str, Any]) -> Json:
        """Sends one run and returns its result: quality, confidence, decision, reason.

        A run without an `id` is given one here, so that a retry cannot store it twice.

        Raises DeskError if the desk rejects it.
        """
        answer = self.send_runs([run])
        if answer["rejected"]:
            refused = answer["rejected"][0]
            status = 409 if refused["code"] == "conflict" else 400
            message = "the run was rejected" if refused["issues"] else refused["reason"]
            raise DeskError(message, status, refused["code"], refused["issues"])
        return answer["accepted"][0]

    def send_runs(self, runs: Iterable[Mapping[str, Any]]) -> Json:
        """Sends any number of runs, up to 1,000 per request. A rejected run does not affect the others.

        Returns `accepted` and `rejected`, each entry with the `index` of its run.
        """
        answer: Json = {"accepted": [], "rejected": []}
        sent = 0
        for part in _parts(({"id": str(uuid.uuid4()), **run} for run in runs), MAX_RUNS_PER_REQUEST):
            got = self.call("POST", "/api/v1/runs", {"runs": part})
            for kind in answer:
                answer[kind].extend({**entry, "index": entry["index"] + sent} for entry in got[kind])
            sent += len(part)
        return answer

    def send_signals(self, run: str, signals: Sequence[Mapping[str, Any]]) -> Json:
        """Adds late signals to a run: user feedback, a late check, an end-to-end test.

        `run` is the desk's id or your own; the run may arrive later. A signal has `evaluator` (self, peer or downstream) and
        `value` (0 to 1; downstream also True or False), and optionally `id`, `source` and `at` (ISO 8601). A signal without
        an `id` is given one here, so that a retry counts it once. Human verdicts are given on the desk and cannot be sent.
        """
        answer: Json = {}
        for part in _parts(({"id": str(uuid.uuid4()), **signal} for signal in signals), MAX_SIGNALS_PER_REQUEST):
            got = self.call("POST", f"/api/v1/runs/{_segment(run)}/signals", {"signals": part})
            for count in ("accepted", "duplicates"):
                got[count] += answer.get(count, 0)
            answer = got
        return answer

    def gate(self, gate_id: str) -> Json:
        """Returns the current gate. `state` is pending, approved, rejected or timed_out; `undone` is True if its approval was
        undone, which then approves nothing."""
        return self.call("GET", f"/api/v1/gates/{_segment(gate_id)}/wait?timeoutSeconds=0")["gate"]

    def wait_for_gate(self, gate_id: str, timeout: float = 1800.0) -> Json:
        """Waits until a person has decided, at most `timeout` seconds, and returns the gate.

        It may still be `pending`: check `state` before you continue.
        """
        ends = time.monotonic() + timeout
        while True:
            began = time.monotonic()
            seconds = max(0, min(GATE_WAIT_S, int(ends - began)))
            answer = self.call("GET", f"/api/v1/gates/{_segment(gate_id)}/wait?timeoutSeconds={seconds}")
            if answer["decided"] or time.monotonic() >= ends:
                return answer["gate"]
            # A desk that is shutting down answers early: do not poll it in a tight loop.
            if time.monotonic() - began < 1:
                self._sleep(1.0)

    def call(self, method: str, path: str, body: Optional[Mapping[str, Any]] = None) -> Json:
        """Calls any endpoint of the API reference, with retries. Raises DeskError."""
        for attempt in range(MAX_TRIES + 1):
            try:
                return self._once(method, path, body)
            except _Busy as busy:
                if attempt == MAX_TRIES:
                    raise busy.error from None
                delay = busy.retry_after if busy.retry_after is not None else 0.5 * 2**attempt * random.uniform(1, 1.25)
                self._sleep(min(delay, LONGEST_WAIT_S))
        raise AssertionError("unreachable")

    def _once(self, method: str, path: str, body: Optional[Mapping[str, Any]]) -> Json:
        data = None if body is None else json.dumps(body, allow_nan=False, ensure_ascii=False).encode("utf-8")
        headers = {"Accept": "application/json", "Authorization": f"Bearer {self.api_key}", "User-Agent": "veritas-python"}
        if data is not None:
            headers["Content-Type"] = "application/json"
        request = urllib.request.Request(f"{self.url}{path}", data=data, headers=headers, method=method)
        try:
            with _opener.open(request, timeout=self.timeout) as response:
                return _object(response.read())
        except urllib.error.HTTPError as refused:
            error = _refusal(refused)
            if refused.code in RETRYABLE:
                raise _Busy(error, _retry_after(refused.headers.get("Retry-After"))) from None
            raise error from None
        except (OSError, http.client.HTTPException) as lost:
            reason = getattr(lost, "reason", lost)
            error = DeskError(f"{self.url} cannot be reached: {reason}")
            if isinstance(reason, (socket.gaierror, ssl.SSLCertVerificationError)):
                raise error from lost
            raise _Busy(error, None) from lost


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Refuses redirects, so that the API key is sent only to the desk."""

    def redirect_request(self, *_: Any) -> None:
        return None


_opener = urllib.request.build_opener(_NoRedirects)


class _Busy(Exception):
    """A failed call that may succeed on a retry."""

    def __init__(self, error: DeskError, retry_after: Optional[float]) -> None:
        super().__init__(str(error))
        self.error = error
        self.retry_after = retry_after


def _refusal(refused: urllib.error.HTTPError) -> DeskError:
    with refused:
        try:
            error = json.loads(refused.read())["error"]
            return DeskError(error["message"], refused.code, error["code"], error["issues"], error["requestId"])
        except (ValueError, KeyError, TypeError):
            return DeskError(f"the desk answered {refused.code} {refused.reason}", refused.code, "unexpected_answer")


def _object(text: bytes) -> Json:
    try:
        value = json.loads(text)
    except ValueError:
        value = None
    if isinstance(value, dict):
        return value
    raise DeskError("the response is not a JSON object: is this the address of a desk?", 200, "unexpected_answer")


def _retry_after(header: Optional[str]) -> Optional[float]:
    return float(header) if header is not None and header.strip().isdigit() else None


def _segment(text: str) -> str:
    if not text:
        raise ValueError("the id is empty")
    return urllib.parse.quote(text, safe="")


def _parts(items: Iterable[Mapping[str, Any]], size: int) -> Iterator[List[Mapping[str, Any]]]:
    part: List[Mapping[str, Any]] = []
    for item in items:
        part.append(item)
        if len(part) == size:
            yield part
            part = []
    if part:
        yield part


def _runs_in(lines: Iterable[str], unread: List[Json]) -> Iterator[Json]:
    """Parses one run per line; a line that is no JSON object is added to `unread`, and the others are still sent."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            run = json.loads(line)
        except ValueError as error:
            unread.append({"line": number, "reason": f"not JSON: {error}"})
            continue
        if isinstance(run, dict):
            yield run
        else:
            unread.append({"line": number, "reason": "not a JSON object"})


def _main(arguments: Optional[Sequence[str]] = None) -> int:
    parser = argparse.ArgumentParser(prog="veritas.py", description="Sends runs to a Veritas desk and reads gates.")
    commands = parser.add_subparsers(dest="command", required=True)
    send = commands.add_parser("send", help="send runs, one JSON object per line; - is standard input")
    send.add_argument("file")
    gate = commands.add_parser("gate", help="print a gate; exits with 0 approved, 12 pending, 13 rejected, 14 timed out")
    gate.add_argument("id")
    gate.add_argument("--wait", action="store_true", help="wait until a person has decided")
    gate.add_argument("--timeout", type=float, default=1800.0, help="seconds to wait at most")
    options = parser.parse_args(arguments)
    try:
        desk = Desk()
        if options.command == "send":
            unread: List[Json] = []
            with sys.stdin if options.file == "-" else open(options.file, encoding="utf-8-sig") as lines:
                answer = desk.send_runs(_runs_in(lines, unread))
            print(json.dumps({**answer, "unread": unread}))
            return 1 if answer["rejected"] or unread else 0
        found = desk.wait_for_gate(options.id, options.timeout) if options.wait else desk.gate(options.id)
        print(json.dumps(found))
        if found.get("undone"):
            return 13
        return {"approved": 0, "pending": 12, "rejected": 13, "timed_out": 14}[found["state"]]
    except (DeskError, ValueError, OSError) as error:
        print(f"veritas.py: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(_main())
