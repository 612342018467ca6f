/** What checks share: the tools of the fixture, and how they are called. */

import { must, quoted } from '../../violation.js';
import { within } from '../../wire/waiting.js';
import { itemsOf, type Fields } from '../../wire/message.js';
import type { Connection, Pending } from '../../wire/connection.js';

/** The tools that ask the client something, with the method by which they do. */
export const METHOD_BY_TOOL = {
  ask_roots: 'roots/list',
  ask_sampling: 'sampling/createMessage',
  ask_form: 'elicitation/create',
  ask_url: 'elicitation/create',
} as const;

/** The text of a result. */
export function textOf(result: Fields): string {
  return itemsOf(result, 'content')
    .filter(({ type }) => type === 'text')
    .map(({ text }) => String(text))
    .join('\n');
}

/** The error must have one of these codes. */
export function mustHaveCode(error: Fields, ...codes: readonly number[]): void {
  const { code } = error;
  must(
    codes.some((each) => each === code),
    `Expected error ${codes.join(' or ')}, got ${quoted(error)}`,
  );
}

/** A call of the tool `slow` that is at work. */
export interface Slow extends Pending {
  readonly key: string;
}

let keys = 0;

/** Calls the tool `slow`. Resolves when it is at work. */
export async function startSlow(connection: Connection, meta: Fields = {}): Promise<Slow> {
  const key = `${Date.now()}-${++keys}`;
  const pending = connection.send('tools/call', { name: 'slow', arguments: { key } }, { meta });
  await untilRunning(connection, key, '1');
  return { ...pending, key };
}

/** Waits until as many calls with a key are at work. */
export async function untilRunning(connection: Connection, key: string, count: '0' | '1'): Promise<void> {
  const poll = async (): Promise<void> => {
    while (textOf(await connection.call('slow_running', { key })) !== count) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  const what = count === '1' ? 'the tool slow to be at work' : 'the tool slow to stop its work';
  await within(connection.timing.answer, what, poll());
}
