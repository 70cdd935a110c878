"""An animated PNG from frames that are PNGs themselves: the first whole, the others cut to what changed."""

from __future__ import annotations

import base64
import struct
from collections.abc import Iterator
from typing import Any, NamedTuple
from zlib import crc32

SIGNATURE = b"\x89PNG\r\n\x1a\n"
CUT = """async (shots) => {
  const found = [];
  let before = null;
  for (const shot of shots) {
    const image = new Image();
    image.src = 'data:image/png;base64,' + shot;
    await image.decode();
    const [w, h] = [image.width, image.height], canvas = new OffscreenCanvas(w, h), c = canvas.getContext('2d');
    c.drawImage(image, 0, 0);
    const now = c.getImageData(0, 0, w, h), words = new Uint32Array(now.data.buffer);
    for (let i = 0; i < words.length; i++) words[i] &= 0xfff8f8f8; // fewer colours: half the size
    let [x0, y0, x1, y1] = before ? [w, h, -1, -1] : [0, 0, w - 1, h - 1];
    for (let i = 0; before && i < words.length; i++) {
      if (words[i] === before[i]) continue;
      const x = i % w, y = (i - x) / w;
      x0 = Math.min(x0, x); x1 = Math.max(x1, x); y0 = Math.min(y0, y); y1 = Math.max(y1, y);
    }
    before = words;
    if (x1 < 0) { found.push(null); continue; }
    const part = new OffscreenCanvas(x1 - x0 + 1, y1 - y0 + 1);
    part.getContext('2d').putImageData(now, -x0, -y0);
    const bytes = new Uint8Array(await (await part.convertToBlob({type: 'image/png'})).arrayBuffer());
    let text = '';
    for (const byte of bytes) text += String.fromCharCode(byte);
    found.push({x: x0, y: y0, w: x1 - x0 + 1, h: y1 - y0 + 1, png: btoa(text)});
  }
  return found;
}"""


class Frame(NamedTuple):
    png: bytes
    x: int
    y: int
    width: int
    height: int
    ms: int


def cut(page: Any, shots: list[tuple[bytes, int]]) -> list[Frame]:
    """Screenshots with their times as frames; the browser of `page` decodes and encodes them."""
    parts = page.evaluate(CUT, [base64.b64encode(shot).decode() for shot, _ in shots])
    frames: list[Frame] = []
    for part, (_, ms) in zip(parts, shots, strict=True):
        if part is None:  # nothing changed: the last one stands longer
            frames[-1] = frames[-1]._replace(ms=frames[-1].ms + ms)
        else:
            png = base64.b64decode(part["png"])
            frames.append(Frame(png, part["x"], part["y"], part["w"], part["h"], ms))
    return frames


def animated(frames: list[Frame]) -> bytes:
    """One file that plays them in a loop."""
    first = dict(chunks(frames[0].png))
    out = [SIGNATURE, chunk(b"IHDR", first[b"IHDR"]), chunk(b"acTL", struct.pack(">II", len(frames), 0))]
    number = 0
    for index, frame in enumerate(frames):
        control = struct.pack(
            ">IIIIIHHBB", number, frame.width, frame.height, frame.x, frame.y, frame.ms, 1000, 0, 0
        )  # fmt: skip
        out.append(chunk(b"fcTL", control))
        number += 1
        for kind, data in chunks(frame.png):
            if kind != b"IDAT":
                continue
            if index == 0:
                out.append(chunk(b"IDAT", data))
            else:
                out.append(chunk(b"fdAT", struct.pack(">I", number) + data))
                number += 1
    return b"".join([*out, chunk(b"IEND", b"")])


def chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(SIGNATURE)
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        at += 12 + length


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", crc32(kind + data))
