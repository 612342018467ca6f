/** What one side lets the other make it hold and do. The other side may be malicious, on both ends. */

import type { Settings } from 'node:http2';

const KIB = 1_024;
const MIB = 1_024 * KIB;

/** The requests of a client that are open at a time. More of them wait in the client. */
export const MAX_STREAMS = 256;

/**
 * Unread bytes of one stream. A large window saves round trips of large results; `MAX_STREAMS` windows are the most that a side holds in
 * streams that it does not read.
 */
export const WINDOW = 256 * KIB;

/** Unread bytes of all streams together. Node opens it again for what has arrived, so that a stream that is not read stops no other. */
export const CONNECTION_WINDOW: number = 4 * MIB;

/** Headers of one request or response. */
const MAX_HEADER_BYTES: number = 16 * KIB;
const MAX_HEADERS = 64;

/** What both sides announce. */
export const SETTINGS: Settings = {
  enablePush: false,
  initialWindowSize: WINDOW,
  maxConcurrentStreams: MAX_STREAMS,
  maxHeaderListSize: MAX_HEADER_BYTES,
};

/** Options of both ends, for `createServer` and `connect` of `node:http2`. */
export const SESSION_LIMITS = {
  settings: SETTINGS,
  maxHeaderListPairs: MAX_HEADERS,
  maxSendHeaderBlockLength: MAX_HEADER_BYTES,
  maxOutstandingPings: 4,
  maxSessionInvalidFrames: 32,
  maxSessionRejectedStreams: 32,
} as const;
