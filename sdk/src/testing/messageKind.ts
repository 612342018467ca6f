import { isObject } from '@mcp-gen/runtime/codegen/v1';

/** A kind of JSON-RPC message. */
export type MessageKind = 'request' | 'notification' | 'result' | 'error' | 'batch' | 'value';

/** Returns what kind of message a value is, by the members that it has. */
export function kindOf(value: unknown): MessageKind {
  if (Array.isArray(value)) return 'batch';
  if (!isObject(value)) return 'value';
  if (value['method'] !== undefined) return value['id'] === undefined ? 'notification' : 'request';
  if (value['error'] !== undefined) return value['result'] === undefined ? 'error' : 'value';
  return value['result'] === undefined ? 'value' : 'result';
}
