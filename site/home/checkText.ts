/** Checks text in every revision, and finds the line of each fault in the text as it was typed. */

import { parseTree, type Node } from 'jsonc-parser';
import { checkMessage } from '../../sdk/src/testing/checkMessage.js';
import { readMessage } from '../explorer/check/readMessage.js';
import { loadRevision, REVISION_IDS } from '../explorer/check/revision.js';

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
  readonly faults: readonly Fault[];
}

/** What was found. */
export type Checked =
  | { readonly status: 'empty' }
  | { readonly status: 'invalid'; readonly reason: string; readonly line: number | undefined }
  /** The oldest revision first. */
  | { readonly status: 'checked'; readonly verdicts: readonly Verdict[] };

/** Checks text. The revisions are loaded for the first check. */
export async function checkText(text: string): Promise<Checked> {
  const read = readMessage(text);
  if (read.status !== 'read') return read;
  const revisions = await Promise.all(REVISION_IDS.map(loadRevision));
  const tree = parseTree(text);
  const verdicts = revisions.map((loaded) => ({
    revision: loaded.revision.id,
    faults: checkMessage(loaded, read.value).findings.map((finding) => ({
      ...finding,
      line: lineAt(text, placeOf(tree, finding.pointer)),
    })),
  }));
  return { status: 'checked', verdicts };
}

/** Returns where the value at a JSON Pointer begins, or the last value on the way to it that is there. */
function placeOf(tree: Node | undefined, pointer: string): number {
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

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
