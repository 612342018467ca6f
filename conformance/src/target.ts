/** What is judged: how a server is reached over each transport. */

import type { Issuer } from './issuer.js';
import type { CheckedTransport } from './revisions.js';
import { HttpMedium, type Fetch } from './wire/httpMedium.js';
import type { Medium } from './wire/medium.js';
import { SseMedium } from './wire/sseMedium.js';
import { startProcess, type Piped, type ProcessOptions } from './wire/piped.js';
import { StdioMedium } from './wire/stdioMedium.js';

/** A server over Streamable HTTP that requires tokens. */
export interface Protection {
  readonly url: string;
  /** The authorization server that it trusts. */
  readonly issuer: Issuer;
}

/** A server, by the transports that it has. */
export interface Target {
  /** A program that serves stdio, and its arguments. */
  readonly command?: readonly string[];
  /** How the program is started. Default: as this process was. */
  readonly process?: ProcessOptions;
  /** Starts a server over stdio in another way. */
  readonly startProgram?: () => Promise<Piped>;
  /** The URL of Streamable HTTP. */
  readonly url?: string;
  /** The URL of the stream of HTTP with SSE. */
  readonly sseUrl?: string;
  /** A variant of the server that requires tokens. */
  readonly protection?: Protection;
  /** Default: the global one. */
  readonly fetch?: Fetch;
}

/** Returns what makes connections over a transport, or undefined if the server does not have it. */
export function mediumOf(
  { command, process, startProgram, url, sseUrl, fetch }: Target,
  transport: CheckedTransport,
): (() => Medium) | undefined {
  if (transport === 'stdio') {
    const start = startProgram ?? (command && (() => startProcess(command, process)));
    return start && (() => new StdioMedium(start));
  }
  if (transport === 'http') return url === undefined ? undefined : () => new HttpMedium(url, fetch);
  return sseUrl === undefined ? undefined : () => new SseMedium(sseUrl, fetch);
}
