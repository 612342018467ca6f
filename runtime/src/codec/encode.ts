import type { Message, RequestId } from '../jsonrpc/messages.js';
import { EMPTY_RESULT } from '../jsonrpc/messages.js';

/**
 * Encodes a message or a batch as JSON on one line. The result equals that of `JSON.stringify` for a message with fields in the order of
 * its type. It is faster, because only the varying parts are serialized.
 *
 * @throws {TypeError} if a value is not JSON-serializable, for example a bigint or a cycle.
 * @throws {RangeError} if a value is nested too deeply.
 */
export function encode(message: Message | readonly Message[]): string {
  return isBatch(message) ? `[${message.map(encodeOne).join(',')}]` : encodeOne(message);
}

function encodeOne(message: Message): string {
  if ('result' in message) {
    const { id, result } = message;
    return `{"jsonrpc":"2.0","id":${encodeId(id)},"result":${result === EMPTY_RESULT ? '{}' : encodeValue(result)}}`;
  }
  if ('error' in message) {
    const { id, error } = message as { readonly id?: RequestId | null; readonly error: object };
    return `{"jsonrpc":"2.0",${id === undefined ? '' : `"id":${encodeId(id)},`}"error":${encodeValue(error)}}`;
  }
  const id = 'id' in message ? `"id":${encodeId(message.id)},` : '';
  const params = message.params === undefined ? '' : `,"params":${encodeValue(message.params)}`;
  return `{"jsonrpc":"2.0",${id}"method":${encodeValue(message.method)}${params}}`;
}

function encodeId(id: RequestId | null): string {
  return typeof id === 'string' ? JSON.stringify(id) : String(id);
}

/** If `toJSON` returned undefined, the JSON would be invalid. */
function encodeValue(value: object | string): string {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) throw new TypeError('A part of the message is not JSON-serializable');
  return text;
}

function isBatch(message: Message | readonly Message[]): message is readonly Message[] {
  return Array.isArray(message);
}
