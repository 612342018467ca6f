/** Frames of HTTP/2 (RFC 9113, section 4), for peers that do not keep to the protocol. */

export const FrameType = {
  data: 0,
  headers: 1,
  priority: 2,
  reset: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goAway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;

export const END_HEADERS = 4;

export const PREFACE: Buffer = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');

export function frame(type: number, flags: number, stream: number, payload: Buffer = Buffer.alloc(0)): Buffer {
  const header = Buffer.alloc(9);
  header.writeUIntBE(payload.length, 0, 3);
  header.writeUInt8(type, 3);
  header.writeUInt8(flags, 4);
  header.writeUInt32BE(stream, 5);
  return Buffer.concat([header, payload]);
}

/** A number of 32 bits: the code of a reset, or the size of a window. */
export function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** A header field that is not compressed (RFC 7541, section 6.2.2). Name and value have fewer than 127 characters. */
export function field(name: string, value: string): Buffer {
  return Buffer.concat([
    Buffer.from([0, name.length]),
    Buffer.from(name),
    Buffer.from([value.length]),
    Buffer.from(value),
  ]);
}

/** The headers of a POST to the endpoint. */
export const POST: Buffer = Buffer.concat(
  [
    [':method', 'POST'],
    [':scheme', 'http'],
    [':path', '/mcp'],
    [':authority', 'localhost'],
  ].map(([name = '', value = '']) => field(name, value)),
);

/** Reads the frames in a chunk of complete ones. */
export function* framesOf(bytes: Buffer): Generator<{ readonly type: number; readonly payload: Buffer }> {
  for (let at = 0; at + 9 <= bytes.length;) {
    const end = at + 9 + bytes.readUIntBE(at, 3);
    yield { type: bytes.readUInt8(at + 3), payload: bytes.subarray(at + 9, end) };
    at = end;
  }
}
