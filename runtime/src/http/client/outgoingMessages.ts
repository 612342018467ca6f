import type { Message, RequestId } from '../../jsonrpc/messages.js';
import * as Header from '../../registry/headers.js';
import * as Method from '../../registry/methods.js';
import { MetaKey, metaOf } from '../../stateless/metadata.js';
import type { HttpHeaders } from '../shared/httpExchange.js';
import { encodeHeader, mirroredName } from '../shared/mirroredHeaders.js';

/**
 * Returns the headers that mirror the metadata of a message without a session; undefined for a message of a session.
 *
 * @param more additional headers
 */
export function mirroringHeaders(message: Message, more: HttpHeaders | undefined): HttpHeaders | undefined {
  if (!('method' in message)) return undefined;
  const { method, params } = message;
  const version = metaOf(params)?.[MetaKey.ProtocolVersion];
  if (typeof version !== 'string') return undefined;
  const name = mirroredName(method, params);
  return {
    ...more,
    [Header.protocolVersion]: version,
    [Header.method]: method,
    ...(name !== undefined && { [Header.name]: encodeHeader(name) }),
  };
}

/** Returns the id of a message, if it is a request. */
export function requestId(message: Message): readonly RequestId[] {
  return 'method' in message && 'id' in message ? [message.id] : [];
}

/** Returns whether a message is a request with this method. */
export function isRequestFor(message: Message | undefined, method: string): boolean {
  return message !== undefined && 'method' in message && message.method === method;
}

/** Returns the id of the request that a message cancels, if it is a cancellation. */
export function cancelledId(message: Message): readonly RequestId[] {
  if (!isNotification(message, Method.notificationsCancelled)) return [];
  const { requestId: id } = (message.params ?? {}) as { readonly requestId?: RequestId };
  return id === undefined ? [] : [id];
}

/** Returns whether a message is a notification with this method. */
export function isNotification(message: Message, method: string): message is Message & { readonly params?: object } {
  return 'method' in message && !('id' in message) && message.method === method;
}
