/** Checks text in every revision, and finds the line of each fault in the text as it was typed. */

import { parseTree, type Node } from 'jsonc-parser';
import { checkMessage, loadRevision, readMessage, REVISION_IDS, type Pasted } from '../explorer/check/engine.js';

/** A place where the text is not as a revision says. */
export interface Fault {
  readonly pointer: string;
  /** From 1. What is missing is missing in the line where its object begins. */
  readonly line: number;
  readonly expected: string;
  readonly actual: string;
}

/** What a revision says of the text. It is valid without faults. */
export interface Verdict {
  readonly revision: string;
  /** The first faults. */
  readonly faults: readonly Fault[];
  /** The number of faults that were found. */
  readonly count: number;
}

/** The maximum number of faults whose lines are looked for in each revision: a batch can have thousands. */
export const MAXIMUM_FAULTS = 100;

/** What was found. */
export type Checked =
  | Exclude<Pasted, { readonly status: 'read' }>
  /** The oldest revision first. */
  | { readonly status: 'checked'; readonly verdicts: readonly Verdict[] };

/** Checks text. The revisions are loaded for the first check. */
export async function checkText(text: string): Promise<Checked> {
  const read = readMessage(text);
  if (read.status !== 'read') return read;
  const revisions = await Promise.all(REVISION_IDS.map(loadRevision));
  const tree = parseTree(text);
  const starts = lineStarts(text);
  const verdicts = revisions.map((loaded) => {
    const { findings } = checkMessage(loaded, read.value);
    const faults = findings
      .slice(0, MAXIMUM_FAULTS)
      .map((finding) => ({ ...finding, line: lineAt(starts, offsetOf(tree, finding.pointer)) }));
    return { revision: loaded.revision.id, faults, count: findings.length };
  });
  return { status: 'checked', verdicts };
}

/** Returns where the value at a JSON Pointer begins, or the last value on the way to it that is there. */
function offsetOf(tree: Node | undefined, pointer: string): number {
  let node = tree;
  for (const escaped of pointer.split('/').slice(1)) {
    const name = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
    const next = node?.type === 'array' ? node.children?.[Number(name)] : memberOf(node, name);
    if (next === undefined) break;
    node = next;
  }
  return node?.offset ?? 0;
}

/** The last of members with the same name counts, as for `JSON.parse`. */
function memberOf(node: Node | undefined, name: string): Node | undefined {
  return node?.children?.findLast(({ children }) => children?.[0]?.value === name)?.children?.[1];
}

/** Returns the offsets at which the lines begin. */
function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** Returns the number of the last line, from 1, that begins at an offset or before it. */
function lineAt(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
