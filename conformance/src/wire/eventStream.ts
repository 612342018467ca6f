/** Reads a body of events as they come. */

import { createParser, type EventSourceMessage } from 'eventsource-parser';

/** A body longer than this is not read further. */
export const BODY_LIMIT = 16 * 1024 * 1024;

/**
 * Calls `onEvent` for each event. Resolves with the whole text when the body ends.
 *
 * @throws Error if the connection breaks, or the body is too long
 */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: EventSourceMessage) => void,
): Promise<string> {
  const parser = createParser({ onEvent });
  return readText(body, (text) => {
    parser.feed(text);
  });
}

/** Reads a body as text, with a limit. */
export async function readText(
  body: ReadableStream<Uint8Array>,
  onText: (text: string) => void = () => undefined,
): Promise<string> {
  const decoder = new TextDecoder();
  let whole = '';
  for await (const chunk of body) {
    const text = decoder.decode(chunk, { stream: true });
    whole += text;
    if (whole.length > BODY_LIMIT) throw new Error(`The body has more than ${BODY_LIMIT} characters`);
    onText(text);
  }
  return whole;
}
