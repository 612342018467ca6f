import { isObject } from '../../codegen/v1.js';
import { readText } from '../readBody.js';
import { readEvents, readMessage } from './readEvents.js';

/** The answer to a single request, as JSON or as an event. */
export async function readOnlyAnswer(response: Response, limit: number): Promise<unknown> {
  if (contentType(response) === 'application/json') return readJson(response, limit);
  let answer: unknown;
  await readEvents(response, { lastEventId: undefined, retry: undefined }, limit, (event) => {
    const value = readMessage(event);
    if (isObject(value) && value.method === undefined) answer = value;
    return answer !== undefined;
  });
  return answer;
}

/** A body, as JSON. */
export async function readJson(response: Response, limit: number): Promise<unknown> {
  return JSON.parse(await readText(response, limit));
}

/** The revision that the answer to `initialize` names. */
export function protocolVersion(answer: unknown): string | undefined {
  if (!isObject(answer) || !isObject(answer.result)) return undefined;
  const version = answer.result.protocolVersion;
  return typeof version === 'string' ? version : undefined;
}

/** The media type of a body, without its parameters. */
export function contentType(response: Response): string | undefined {
  return response.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
}
