/** Chooses operations of a document. */

import { InputError } from '../problems.js';
import { nearest } from '../nearest.js';
import type { Operation } from './operation.js';

/** Which operations to choose: those that match every list that is given. */
export interface Selection {
  /** Tags, as the document writes them; case is ignored. */
  readonly tags?: readonly string[] | undefined;
  /** Paths, in which `*` stands for any characters: `/pets*`. */
  readonly paths?: readonly string[] | undefined;
  /** Methods; case is ignored. */
  readonly methods?: readonly string[] | undefined;
}

/**
 * Returns the selected operations.
 *
 * @throws {InputError} if a tag, path, or method selects nothing
 */
export function selectOperations(operations: readonly Operation[], selection: Selection): readonly Operation[] {
  const tags = selection.tags?.map((tag) =>
    matcher(
      tag,
      'tag',
      operations.flatMap((each) => each.tags),
    ),
  );
  const paths = selection.paths?.map((path) =>
    matcher(
      path,
      'path',
      operations.map((each) => each.path),
    ),
  );
  const methods = selection.methods?.map((method) =>
    matcher(
      method,
      'method',
      operations.map((each) => each.method),
    ),
  );
  const found = operations.filter(
    (operation) =>
      (tags?.some((matches) => operation.tags.some(matches)) ?? true) &&
      (paths?.some((matches) => matches(operation.path)) ?? true) &&
      (methods?.some((matches) => matches(operation.method)) ?? true),
  );
  if (found.length === 0) throw new InputError('No operation has all the given tags, paths, and methods.');
  return found;
}

type Matcher = (value: string) => boolean;

function matcher(wanted: string, kind: 'tag' | 'path' | 'method', values: readonly string[]): Matcher {
  const parts = wanted.toLowerCase().split('*');
  const matches: Matcher = (value) =>
    matchesParts(value.toLowerCase(), kind === 'path' ? parts : [wanted.toLowerCase()]);
  if (values.some(matches)) return matches;
  const [similar] = nearest(wanted, values);
  const hint = similar === undefined ? '' : ` Did you mean ${JSON.stringify(similar)}?`;
  throw new InputError(`No operation has the ${kind} ${JSON.stringify(wanted)}.${hint}`);
}

/** Returns whether a text consists of the parts in order, with anything between them. */
function matchesParts(text: string, parts: readonly string[]): boolean {
  const [first = '', ...others] = parts;
  const last = others.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
