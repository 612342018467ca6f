import { readFileSync } from 'node:fs';
import type { JsonMessage, Side } from './tokens.js';

/** One message of a recorded session. */
export interface RecordedMessage {
  readonly from: Side;
  readonly message: JsonMessage;
  /** Its location: `session.jsonl:3`. */
  readonly at: string;
}

/**
 * Returns a message as a line of a recording.
 *
 * @param ms milliseconds since the recording began. Default: not in the line
 */
export function recordedLine(from: Side, message: JsonMessage, ms?: number): string {
  const own = { from, ...(ms !== undefined && { ms }) };
  // What a message says of these does not count. They come first in the line.
  return JSON.stringify({ ...own, ...message, ...own });
}

/**
 * Reads a recording.
 *
 * @throws {Error} if the file cannot be read, or is not a recording, with the line.
 */
export function readRecording(file: string): RecordedMessage[] {
  return readRecordingText(file)
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [readLine(line, `${file}:${index + 1}`)]));
}

function readRecordingText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const hint = 'Create it with record(transport, file), and close the session';
    throw new Error(`The recording ${file} cannot be read: ${(cause as Error).message}. ${hint}`, { cause });
  }
}

function readLine(line: string, at: string): RecordedMessage {
  const { from, ms: _ms, ...message } = (parsed(line) ?? {}) as JsonMessage;
  if (from !== 'client' && from !== 'server') {
    throw new Error(`${at}: expected a recorded message, an object with from "client" or "server"`);
  }
  return { from, message, at };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Replacements for strings that differ between sessions, such as times and folders. */
export type Replacements = readonly (readonly [found: string | RegExp, by: string])[];

/** Replaces strings in a value. Names of properties are unchanged. */
export function replaceTexts(value: unknown, replacements: Replacements): unknown {
  if (typeof value === 'string') return replacements.reduce((text, [found, by]) => text.replaceAll(found, by), value);
  if (Array.isArray(value)) return value.map((item) => replaceTexts(item, replacements));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaceTexts(item, replacements)]));
}
