/** Downloads one complete file from its own host, with limits of size and time. */

import { PullError } from './pullError.js';

/** The limits of a download. */
export interface Limits {
  /** The maximum size of the file. Default: 16 MiB. */
  readonly bytes: number;
  /** The timeout from the request to the last byte. Default: one minute. */
  readonly milliseconds: number;
}

export const LIMITS: Limits = { bytes: 16 * 1024 * 1024, milliseconds: 60_000 };

const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Follows redirects within the same origin, at most five.
 *
 * @throws {PullError} if the file cannot be downloaded completely
 */
export async function download(url: URL, limits: Limits = LIMITS): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(limits.milliseconds);
  const response = await request(url, signal, limits);
  const rejection = rejectionOf(response);
  if (rejection === undefined) return readBody(response, url, signal, limits);
  await response.body?.cancel();
  throw new PullError(`${url.href} responded with ${rejection}.`);
}

function rejectionOf({ status, statusText, headers }: Response): string | undefined {
  if (status !== 200) return `${status} ${statusText}`.trim();
  // A compressed file that was cut short would be unpacked without an error.
  const encoding = headers.get('content-encoding') ?? 'identity';
  return encoding === 'identity' ? undefined : `unsupported encoding ${encoding}: expected uncompressed bytes`;
}

async function request(url: URL, signal: AbortSignal, limits: Limits): Promise<Response> {
  let current = url;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await fetchOnce(current, signal, limits);
    const location = REDIRECTS.has(response.status) ? response.headers.get('location') : null;
    if (location === null) return response;
    await response.body?.cancel();
    current = redirectFrom(current, location);
  }
  throw new PullError(`${url.href} redirects more than ${MAX_REDIRECTS} times.`);
}

async function fetchOnce(url: URL, signal: AbortSignal, limits: Limits): Promise<Response> {
  try {
    return await fetch(url, { redirect: 'manual', signal, headers: { 'accept-encoding': 'identity' } });
  } catch (cause) {
    const unreachable = `cannot be reached: ${reasonOf(cause)}. Check the network, or pass --from <folder> with a copy of the files`;
    throw new PullError(`${url.href} ${signal.aborted ? timedOut(limits) : unreachable}.`, { cause });
  }
}

function redirectFrom(url: URL, location: string): URL {
  const target = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
  if (target?.origin === url.origin) return target;
  throw new PullError(`${url.href} redirects to another host, ${target?.href ?? location}, which is not followed.`);
}

async function readBody(response: Response, url: URL, signal: AbortSignal, limits: Limits): Promise<Uint8Array> {
  const body = response.body as AsyncIterable<Uint8Array> | null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body ?? []) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > limits.bytes) throw new PullError(`${url.href} is larger than ${limits.bytes} bytes.`);
    }
  } catch (cause) {
    if (cause instanceof PullError) throw cause;
    const reason = signal.aborted ? timedOut(limits) : `broke off after ${size} bytes: ${reasonOf(cause)}`;
    throw new PullError(`${url.href} ${reason}.`, { cause });
  }
  return Buffer.concat(chunks);
}

function timedOut({ milliseconds }: Limits): string {
  return `took longer than ${milliseconds / 1000} seconds`;
}

/** Returns the reason of a failure. It is in the `cause` of the error: `fetch` itself only says that it failed. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error;
  if (!(cause instanceof Error)) return message;
  return cause.message === '' ? ((cause as NodeJS.ErrnoException).code ?? message) : cause.message;
}
