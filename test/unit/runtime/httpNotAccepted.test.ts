/** Notifications and responses that a server over HTTP does not accept get an HTTP error, with sessions and without. */

import { expect, test } from 'vitest';
import { HttpRefusalError } from '../../../runtime/src/http/server/httpRefusalError.js';
import { covers } from '../../support/covers.js';
import { rawRequest } from '../../support/rawHttp.js';
import { notification, rpc } from '../../support/rpc.js';
import { openSession, startService } from './httpSupport.js';

const BODIES = {
  notification: notification('notifications/initialized'),
  result: rpc({ id: 7, result: {} }),
  error: rpc({ id: 7, error: { code: -1, message: 'No' } }),
};

interface Refusal {
  readonly reason: string;
  readonly status: number;
  readonly headers?: { readonly [name: string]: string };
  /** Makes the message invalid. */
  readonly change?: (body: object) => object;
}

const REFUSALS: readonly Refusal[] = [
  { reason: 'from another origin', status: 403, headers: { origin: 'https://example.com' } },
  { reason: 'without credentials', status: 401, headers: { authorization: 'none' } },
  { reason: 'of another content type', status: 415, headers: { 'content-type': 'text/plain' } },
  { reason: 'in an unknown revision', status: 400, headers: { 'mcp-protocol-version': '1999-01-01' } },
  { reason: 'beyond the size limit', status: 413, change: (body) => ({ ...body, _: 'x'.repeat(1_000) }) },
  { reason: 'without a version of JSON-RPC', status: 400, change: (body) => ({ ...body, jsonrpc: undefined }) },
];

const CASES = [undefined, 'none' as const].flatMap((sessions) =>
  Object.entries(BODIES).flatMap(([what, body]) =>
    REFUSALS.map((refusal) => ({
      sessions,
      what,
      body,
      where: sessions === 'none' ? 'without sessions' : 'in a session',
      ...refusal,
    })),
  ),
);

test.each(CASES)(
  '$where, a $what $reason',
  async ({ sessions, body, status, headers = {}, change = (same) => same }) => {
    covers('http-not-accepted', 'base-error-shape');
    const { url } = await startService({
      limits: { bodyLimit: 1_000 },
      sessions,
      authenticate: (http) => {
        if (http.header('authorization') === 'none') throw new HttpRefusalError(401, 'Unauthorized');
        return undefined;
      },
    });
    const session = sessions === 'none' ? { 'mcp-protocol-version': '2025-11-25' } : await openSession(url);
    const accepted = await rawRequest(url, { headers: session, body });
    expect(accepted).toMatchObject({ status: 202, text: '' });
    const refused = await rawRequest(url, { headers: { ...session, ...headers }, body: change(body) });
    expect(refused.status).toBe(status);
    expect(refused.json).toEqual({
      jsonrpc: '2.0',
      error: { code: expect.any(Number) as number, message: expect.any(String) as string },
    });
  },
);
