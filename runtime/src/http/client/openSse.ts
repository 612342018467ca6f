import type { EventSourceMessage } from 'eventsource-parser';
import type { Receiver } from '../../transports/transport.js';
import { ConnectionClosedError } from '../../errors.js';
import { broken } from '../shared/readBody.js';
import { statusError, type Endpoint, type SessionSource } from './endpoint.js';
import type { ReadLimits } from './httpClientOptions.js';
import { readEvents, readMessage } from './readEvents.js';
import { isOk } from './receivedResponse.js';

/**
 * Opens the stream of the older transport, and passes its messages to the receiver (specification 2024-11-05: Transports, HTTP with SSE).
 * Resolves with the URL to post messages to.
 *
 * @throws if the server does not support that transport.
 */
export async function openSse(
  endpoint: Endpoint,
  session: SessionSource,
  receiver: Pick<Receiver, 'message' | 'malformed' | 'closed'>,
  limits: ReadLimits,
  signal: AbortSignal,
): Promise<URL> {
  const response = await endpoint.listen(undefined, signal, session);
  if (!isOk(response)) throw await statusError(response);
  return new Promise((resolve, reject) => {
    let opened = false;
    const close = (error: ConnectionClosedError): void => {
      if (!opened) reject(error);
      else receiver.closed(error);
    };
    const take = (event: EventSourceMessage): void => {
      if (!opened && event.event === 'endpoint') {
        resolve(sameOrigin(event.data, endpoint.url));
        opened = true;
      } else if (opened) {
        const value = readMessage(event, limits.values, receiver);
        if (value !== undefined) receiver.message(value);
      }
    };
    readEvents(response, { lastEventId: undefined, retry: undefined }, limits, take).then(
      () => close(new ConnectionClosedError('end-of-input', 'The server closed the stream')),
      (cause: unknown) => close(broken('The stream broke', cause)),
    );
  });
}

/** The client must not post messages to another origin. */
function sameOrigin(endpoint: string, base: URL): URL {
  const url = new URL(endpoint, base);
  if (url.origin === base.origin) return url;
  throw new Error(`The server requests messages at another origin, ${url.origin}`);
}
