import type { Message, RequestId } from '../../jsonrpc/messages.js';
import { Method } from '../../protocol.js';

/** The id of a message, if it is a request. */
export function requestId(message: Message): readonly RequestId[] {
  return 'method' in message && 'id' in message ? [message.id] : [];
}

/** Whether a message is a request with this method. */
export function isRequestFor(message: Message | undefined, method: string): boolean {
  return message !== undefined && 'method' in message && message.method === method;
}

/** The request that a message cancels, if it cancels one. */
export function cancelledId(message: Message): readonly RequestId[] {
  if (!isNotification(message, Method.Cancelled)) return [];
  const { requestId: id } = (message.params ?? {}) as { readonly requestId?: RequestId };
  return id === undefined ? [] : [id];
}

/** Whether a message is a notification with this method. */
export function isNotification(message: Message, method: string): message is Message & { readonly params?: object } {
  return 'method' in message && !('id' in message) && message.method === method;
}
