/** Finds the JSON examples in a text, and checks those that are messages as a receiver would. */

import type { MethodTable, NotificationEntry, RequestEntry, Revision } from '@mcp-gen/runtime/codegen/v1';
import { classify } from '../../runtime/src/jsonrpc/classify.js';

/** An example: its text without white space, and its value if it is JSON. */
export interface Example {
  readonly line: number;
  readonly text: string;
  readonly value?: unknown;
}

/** Every object or array that begins a line of a text, in a fenced block or not, and every message elsewhere. */
export function examplesIn(text: string): readonly Example[] {
  const found: Example[] = [];
  let end = 0;
  for (const { index } of text.matchAll(/^[ \t]*(?=[{[])|(?=\{\s*"jsonrpc")/gm)) {
    if (index < end) continue;
    const span = balanced(text, index);
    if (span === undefined) continue;
    const line = text.slice(0, index).split('\n').length;
    found.push({ line, text: span.replace(/\s+/g, ''), ...parsed(span) });
    end = index + span.length;
  }
  return found;
}

/** What is wrong with the messages among some examples, and how many there are. */
export function checkMessages(
  examples: readonly Example[],
  revision: Revision,
): { readonly checked: number; readonly wrong: readonly string[] } {
  let asked: RequestEntry | undefined;
  let checked = 0;
  const wrong = examples.flatMap(({ line, text, value }) => {
    if (!text.includes('"jsonrpc"')) return [];
    checked++;
    const problem = value === undefined ? 'is not JSON' : problemOf(value);
    return problem === undefined ? [] : [`${line}: ${problem}: ${text}`];
  });
  return { checked, wrong };

  function problemOf(value: unknown): string | undefined {
    const item = classify(value);
    switch (item.kind) {
      case 'request':
        asked = find(revision, ({ requests }) => requests[item.message.method]);
        return refusal(asked, 'params', item.message.params);
      case 'notification':
        return refusal(
          find(revision, ({ notifications }) => notifications[item.message.method]),
          'params',
          item.message.params,
        );
      case 'result':
        return asked?.result(item.message.result) === true ? undefined : 'answers no request before it';
      case 'error':
        return undefined;
      case 'invalid':
        return item.reason;
    }
  }
}

function refusal(entry: NotificationEntry | undefined, name: string, value: unknown): string | undefined {
  if (entry === undefined) return 'has an unknown method';
  return entry.params(value) ? undefined : `has wrong ${name}`;
}

function find<Entry>({ server, client }: Revision, pick: (side: MethodTable) => Entry | undefined): Entry | undefined {
  return pick(server) ?? pick(client);
}

/** From a bracket to the one that closes it. Nothing if none does. */
function balanced(text: string, from: number): string | undefined {
  let depth = 0;
  for (const { 0: token, index } of text.slice(from).matchAll(/"(?:[^"\\\n]|\\.)*"|[{}[\]]/g)) {
    if (token === '{' || token === '[') depth++;
    if (token === '}' || token === ']') depth--;
    if (depth === 0) return text.slice(from, from + index + token.length);
  }
  return undefined;
}

function parsed(text: string): { readonly value?: unknown } {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return {};
  }
}
