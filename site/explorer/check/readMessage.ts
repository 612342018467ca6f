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
  /** More than the maximum would block the page. */
  | {
      readonly status: 'too large';
      readonly maximum: number;
      readonly unit: 'characters' | 'levels';
    }
  | {
      readonly status: 'read';
      readonly value: unknown;
      readonly kind: MessageKind;
      readonly method: string | undefined;
    };

/** The maximum number of characters that are read. */
const MAX_CHARACTERS = 1_000_000;

/** The maximum depth of objects and arrays in each other. What shows a message calls itself for each level. */
const MAX_LEVELS = 100;

/** Reads JSON. */
export function readMessage(text: string): Pasted {
  if (text.trim() === '') return { status: 'empty' };
  if (text.length > MAX_CHARACTERS) {
    return { status: 'too large', maximum: MAX_CHARACTERS, unit: 'characters' };
  }
  if (isDeeper(text, MAX_LEVELS)) return { status: 'too large', maximum: MAX_LEVELS, unit: 'levels' };
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

/** Returns whether JSON is nested more levels deep. */
function isDeeper(json: string, maximum: number): boolean {
  let level = 0;
  let isInString = false;
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (isInString) {
      if (character === '\\') at++;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '[' || character === '{') {
      if (++level > maximum) return true;
    } else if (character === ']' || character === '}') level--;
  }
  return false;
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
