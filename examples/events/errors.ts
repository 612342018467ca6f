/** The errors of the extension. The draft has requested the codes; they may change. */

import { ConnectionClosedError, JsonRpcError } from '@mcp-gen/runtime';

export const EventErrorCode = {
  InvalidParams: -32_602,
  NotFound: -32_023,
  Forbidden: -32_024,
  ResourceExhausted: -32_025,
  Unsupported: -32_026,
  CallbackEndpoint: -32_027,
} as const;

/** What a server tells of a failed delivery: never what the endpoint has answered. */
export type DeliveryFailure =
  | 'connection_refused'
  | 'timeout'
  | 'tls_error'
  | 'http_4xx'
  | 'http_5xx'
  | 'challenge_failed';

export const invalidParams = (message: string): JsonRpcError => new JsonRpcError(EventErrorCode.InvalidParams, message);

export const notFound = (kind: 'event' | 'subscription'): JsonRpcError =>
  new JsonRpcError(EventErrorCode.NotFound, `There is no such ${kind}`, { kind });

export const forbidden = (): JsonRpcError => new JsonRpcError(EventErrorCode.Forbidden, 'The caller may not subscribe');

export const exhausted = (limit: string, max: number): JsonRpcError =>
  new JsonRpcError(EventErrorCode.ResourceExhausted, `Too many ${limit}`, { limit, max });

export const unsupported = (feature: string, value: string): JsonRpcError =>
  new JsonRpcError(EventErrorCode.Unsupported, `Unsupported ${feature}: ${value}`, { feature, value });

export const endpointFailed = (reason: DeliveryFailure): JsonRpcError =>
  new JsonRpcError(EventErrorCode.CallbackEndpoint, `The endpoint failed: ${reason}`, { reason });

/** Whether a client must not repeat a request that has failed: it would fail again. */
export function isFinal(error: unknown): boolean {
  const { NotFound, Forbidden, Unsupported, InvalidParams } = EventErrorCode;
  const final: readonly number[] = [NotFound, Forbidden, Unsupported, InvalidParams];
  // A client that its program has closed is not opened again.
  if (error instanceof ConnectionClosedError) return error.reason === 'closed';
  return error instanceof JsonRpcError && final.includes(error.code);
}
