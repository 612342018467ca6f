/** What checks of HTTP share: requests that no connection makes. */

import type { Connection } from '../../wire/connection.js';
import type { HttpRequest } from '../../wire/httpMedium.js';
import type { Reply } from '../../wire/medium.js';
import { within } from '../../wire/waiting.js';

/** An Origin that no server allows. */
export const FOREIGN = 'http://evil.example';

/** A request that every server of the revision has. */
export function probeOf(connection: Connection): {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
} {
  const method = connection.hasSessions ? 'ping' : 'server/discover';
  const body = JSON.stringify(connection.request(method, undefined, { id: 'probe' }));
  return { body, headers: connection.headersFor(method, {}) };
}

/** Sends a request as it is. Resolves with the headers of the answer. */
export async function exchange(connection: Connection, request: HttpRequest): Promise<Reply> {
  const reply = await within(connection.timing.answer, 'the answer of HTTP', connection.http.exchange(request));
  if (reply.type === 'text/event-stream' && request.method !== 'POST') reply.abort();
  return reply;
}
