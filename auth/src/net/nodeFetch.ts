import type * as dns from 'node:dns';
import type * as http from 'node:http';
import type { LookupFunction } from 'node:net';
import type * as stream from 'node:stream';
import { builtin } from '@mcp-gen/runtime';
import type { CheckAddress } from './addresses.js';
import { lastingRequest } from './lastingRequest.js';

/**
 * Returns a function that sends one request over its own connection. The address is checked after resolving the name and used for the
 * connection, because resolving again may return another one. Redirects are not followed, and bodies are not decompressed.
 *
 * @param check throws if connecting to an address is not allowed
 * @param resolve resolves names. Default: the resolver of the system
 */
export function nodeFetch(
  check: CheckAddress,
  resolve: typeof dns.lookup = (builtin('node:dns') as typeof dns).lookup,
): typeof fetch {
  return async (input, init) => {
    const request = lastingRequest(input, init);
    const url = new URL(request.url);
    const { request: send } = builtin(url.protocol === 'https:' ? 'node:https' : 'node:http') as typeof http;
    const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
    const headers = { ...Object.fromEntries(request.headers), 'accept-encoding': 'identity' };
    const { method, signal } = request;
    const response = await new Promise<http.IncomingMessage>((answer, reject) => {
      const sent = send(url, { method, headers, signal, agent: false, lookup: checkedLookup(check, resolve) });
      sent.once('response', answer).once('error', reject);
      sent.end(body);
    });
    const { statusCode: status = 0, statusMessage: statusText = '', rawHeaders } = response;
    return new Response(hasNoBody(method, status) ? discarded(response) : streamOf(response), {
      status,
      statusText,
      headers: pairs(rawHeaders),
    });
  };
}

/** Resolves a name, and rejects it if one of its addresses is not allowed, because the next connection might use that one. */
function checkedLookup(check: CheckAddress, resolve: typeof dns.lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, resolved: dns.LookupAddress[]) => {
      // A failed lookup passes no addresses. An exception here would end the process.
      const addresses = error === null ? resolved : [];
      const [first] = addresses as dns.LookupAddress[] | [];
      try {
        for (const { address } of addresses) check(address);
      } catch (refusal) {
        callback(refusal as Error, '', 0);
        return;
      }
      if (error !== null || first === undefined)
        callback(error ?? new Error(`The host name ${hostname} does not resolve to an address`), '', 0);
      else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

function hasNoBody(method: string, status: number): boolean {
  return method === 'HEAD' || [204, 205, 304].includes(status);
}

function discarded(response: http.IncomingMessage): null {
  response.resume();
  return null;
}

function streamOf(response: http.IncomingMessage): ReadableStream<Uint8Array> {
  return (builtin('node:stream') as typeof stream).Readable.toWeb(response) as ReadableStream<Uint8Array>;
}

function pairs(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : []));
}
