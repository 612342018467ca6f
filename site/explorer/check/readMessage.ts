/** Reads what was pasted, and says what kind of message it is. */

import { isObject } from '@mcp-gen/runtime/codegen/v1';
import { kindOf, type MessageKind } from '../../../sdk/src/testing/messageKind.js';

/** What was pasted. */
export type Pasted =
  | { readonly status: 'empty' }
  | {
      readonly status: 'invalid';
      readonly reason: string;
      readonly line: number | undefined;
    }
  | {
      readonly status: 'read';
      readonly value: unknown;
      readonly kind: MessageKind;
      readonly method: string | undefined;
    };

/** The most characters that are read. Larger messages would block the page. */
export const MAX_CHARACTERS = 1_000_000;

/** Reads JSON. */
export function readMessage(text: string): Pasted {
  if (text.trim() === '') return { status: 'empty' };
  if (text.length > MAX_CHARACTERS) {
    return { status: 'invalid', reason: `more than ${MAX_CHARACTERS} characters`, line: undefined };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = (error as SyntaxError).message;
    return { status: 'invalid', reason, line: lineOf(text, reason) };
  }
  const kind = kindOf(value);
  return { status: 'read', value, kind, method: methodOf(value) };
}

function methodOf(value: unknown): string | undefined {
  const method = isObject(value) ? value['method'] : undefined;
  return typeof method === 'string' ? method : undefined;
}

/** Engines name the place of a syntax error by line or by position, or by neither. */
function lineOf(text: string, reason: string): number | undefined {
  const [, line] = /line (\d+)/.exec(reason) ?? [];
  if (line !== undefined) return Number(line);
  const [, position] = /position (\d+)/.exec(reason) ?? [];
  return position === undefined ? undefined : text.slice(0, Number(position)).split('\n').length;
}
