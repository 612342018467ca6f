import { isObject } from '../../codegen/v1.js';
import type { RequestId } from '../../jsonrpc/messages.js';
import { LONG_TEXT, parseJson } from '../../codec/json.js';
import { adviceToRaise, withAdvice } from '../../ledger/index.js';
import { BodyTooLargeError } from '../shared/httpExchange.js';
import { readBodyText } from '../shared/readBody.js';
import { nextTurn } from '../../timers.js';
import type { ReadLimits } from './httpClientOptions.js';
import { readEvents, readMessage } from './readEvents.js';
import type { ReceivedResponse } from './receivedResponse.js';

/** Reads the response to a single request, as JSON or as an event. */
export async function readOnlyAnswer(response: ReceivedResponse, limits: ReadLimits): Promise<unknown> {
  if (contentType(response) === 'application/json') return readJson(response, limits);
  let answer: unknown;
  await readEvents(response, { lastEventId: undefined, retry: undefined }, limits, (event) => {
    const value = readMessage(event, limits.values);
    if (isObject(value) && value.method === undefined) answer = value;
    return answer !== undefined;
  });
  return answer;
}

/**
 * Reads a body as JSON.
 *
 * @throws {RangeError} if it is too large, {JsonRpcError} if it has too many values, {OverBudgetError} if it exceeds the budget,
 * {SyntaxError} if it is not JSON, and the errors of reading.
 */
export async function readJson(response: ReceivedResponse, limits: ReadLimits): Promise<unknown> {
  try {
    const text = await readBodyText((take) => response.read(take), limits.bytes, limits.quota);
    const value = parseJson(text, limits.values);
    if (text.length > LONG_TEXT) await new Promise<void>(nextTurn);
    return value;
  } catch (error) {
    if (error instanceof BodyTooLargeError)
      throw new RangeError(`${error.message}. ${adviceToRaise('limits.messageLimit')}`);
    if (error instanceof SyntaxError)
      throw new SyntaxError(`HTTP ${response.status}: expected JSON: ${error.message}`, { cause: error });
    throw withAdvice(error);
  }
}

/** Parses a body as a JSON-RPC error response; undefined if it is not one. */
export function errorAnswer(body: string): { readonly id?: RequestId | null } | undefined {
  try {
    const value: unknown = JSON.parse(body);
    const isError = isObject(value) && isObject(value['error']) && Number.isInteger(value['error']['code']);
    return isError ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the revision in the response to `initialize`. */
export function protocolVersion(answer: unknown): string | undefined {
  if (!isObject(answer) || !isObject(answer.result)) return undefined;
  const version = answer.result.protocolVersion;
  return typeof version === 'string' ? version : undefined;
}

/** Returns the media type of a body, without parameters. */
export function contentType(response: ReceivedResponse): string | undefined {
  return response.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
}
