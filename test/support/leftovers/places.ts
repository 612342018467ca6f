/** Where something was started: a stack that is only formatted if somebody asks. */

import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** Where sources of packages lie. */
const SOURCE = /^(?:runtime|sdk|auth|redis|bind|bridge)[/\\]src[/\\]/;
const TEST = /^test[/\\]/;
const TEST_FILE = /^test[/\\].*\.test\.ts/;
/** A line of a stack: the function, and the file with its line. */
const LINE = /^\s*at (?:async )?(?:(.*?) \()?(?:file:\/\/)?(.*?:\d+):\d+\)?$/;
/** How much of the stack leads to the place. */
const DEPTH = 16;
/** How many sources are shown above the test. */
const SHOWN = 4;

type Callee = ((...values: never[]) => unknown) | (new () => unknown);

export interface Place {
  readonly stack?: string | undefined;
  /** The test that ran. */
  readonly test?: string | undefined;
}

/** Where nobody asks. */
export const NOWHERE: Place = {};

let isRecorded = true;

/** Says whether anybody will ask: a stack takes long where timers, listeners and signals come by the thousand. */
export function recordPlaces(is: boolean): void {
  isRecorded = is;
}

/** Returns the place that called a function. */
export function placeBefore(callee: Callee): Place {
  if (!isRecorded) return NOWHERE;
  const place = { test: expect.getState().currentTestName };
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = DEPTH;
  Error.captureStackTrace(place, callee);
  Error.stackTraceLimit = stackTraceLimit;
  return place;
}

/**
 * Returns the file of the project that called a function: `runtime/src/timers.ts`. Undefined if that is the platform, or a dependency. This
 * takes a small part of the time for a line, which needs a source map.
 */
export function fileBefore(callee: Callee): string | undefined {
  if (!isRecorded) return undefined;
  const { stackTraceLimit, prepareStackTrace } = Error;
  Error.stackTraceLimit = 1;
  Error.prepareStackTrace = (_, sites) => sites[0]?.getScriptNameOrSourceURL();
  const place: { readonly stack?: string | undefined } = {};
  Error.captureStackTrace(place, callee);
  // Formatted when it is read.
  const path = place.stack?.replace(/^file:\/\//, '');
  Error.stackTraceLimit = stackTraceLimit;
  Error.prepareStackTrace = prepareStackTrace;
  return path?.startsWith(ROOT) === true ? path.slice(ROOT.length) : undefined;
}

/** Returns whether a file is a test, or a helper of tests. */
export function isTest(file: string | undefined): boolean {
  return file !== undefined && TEST.test(file);
}

/** Returns whether a file is a source of a package. */
export function isSource(file: string | undefined): file is string {
  return file !== undefined && SOURCE.test(file);
}

/** Returns whether a source of a package, or a dependency, is the caller at a place: not a test, nor the platform. */
export function isOfSource({ stack = '' }: Place): boolean {
  const [caller] = linesOf({ stack: stack.split('\n')[1] });
  return caller !== undefined && !TEST.test(caller.path);
}

/**
 * Returns the test that ran, the sources in a stack, and the line of the test that called them; nothing if no source is in it.
 *
 * @param below a file or a folder that all stacks of this kind begin with. Default: none
 */
export function sourcesOf({ stack = '', test }: Place, below?: string): readonly string[] {
  const lines = linesOf({ stack });
  const sources = lines.filter(({ path }) => SOURCE.test(path) && (below === undefined || !path.startsWith(below)));
  // A source that a test gives its own code to is not responsible for what that starts.
  if (sources.length === 0 || lines[0] === undefined || TEST.test(lines[0].path)) return [];
  const tests = lines.filter(({ path }) => TEST_FILE.test(path)).slice(0, 1);
  const shown = [...sources.slice(0, SHOWN), ...tests].map(({ name, path }) => `    ${path} ${name}`);
  return test === undefined ? shown : [`    in the test "${test}"`, ...shown];
}

function linesOf({ stack = '' }: Place): readonly { readonly name: string; readonly path: string }[] {
  return stack.split('\n').flatMap((line) => {
    const [, name = '', path = ''] = LINE.exec(line) ?? [];
    return path.startsWith(ROOT) ? [{ name, path: path.slice(ROOT.length) }] : [];
  });
}
