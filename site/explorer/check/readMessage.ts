/** Reads what was pasted, and says what kind of message it is. */

/** A kind of JSON-RPC message. */
export type Kind = 'request' | 'notification' | 'result' | 'error' | 'batch' | 'value';

/** What was pasted. */
export type Pasted =
  | { readonly status: 'empty' }
  | { readonly status: 'invalid'; readonly reason: string; readonly line: number | undefined }
  | { readonly status: 'read'; readonly value: unknown; readonly kind: Kind; readonly method: string | undefined };

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

/** Returns what kind of message a value is, by the members that it has. */
export function kindOf(value: unknown): Kind {
  if (Array.isArray(value)) return 'batch';
  if (!isRecord(value)) return 'value';
  if (value['method'] !== undefined) return value['id'] === undefined ? 'notification' : 'request';
  if (value['error'] !== undefined) return value['result'] === undefined ? 'error' : 'value';
  return value['result'] === undefined ? 'value' : 'result';
}

/** A JSON object. */
export type JsonObject = { readonly [name: string]: unknown };

export function isRecord(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function methodOf(value: unknown): string | undefined {
  const method = isRecord(value) ? value['method'] : undefined;
  return typeof method === 'string' ? method : undefined;
}

/** Engines name the place of a syntax error by line or by position, or by neither. */
function lineOf(text: string, reason: string): number | undefined {
  const [, line] = /line (\d+)/.exec(reason) ?? [];
  if (line !== undefined) return Number(line);
  const [, position] = /position (\d+)/.exec(reason) ?? [];
  return position === undefined ? undefined : text.slice(0, Number(position)).split('\n').length;
}
