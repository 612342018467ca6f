/** Compares the definitions of two revisions by name. Renamed definitions are compared with their successors. */

import { classify, type Change, type Difference } from './changes.js';
import { plainText } from '../analyze/describeShape.js';
import type { Revisions } from './revisionShapes.js';

/** The properties of the JSON-RPC envelope, which older schemas do not state in their messages. */
const ENVELOPE: ReadonlySet<string> = new Set(['jsonrpc', 'id']);

/** What changed in one definition. */
export interface DefinitionChanges {
  /** The name, the newer one if it was renamed. */
  readonly name: string;
  readonly changes: readonly Change[];
}

/** Returns the definitions that changed, in the order of the newer revision. */
export function compareDefinitions(revisions: Revisions): readonly DefinitionChanges[] {
  const { was, is } = revisions;
  const oldNames = new Map([...revisions.renames].map(([oldName, name]) => [name, oldName]));
  const constants = is.protocol.source.constants.flatMap(({ name, value }): DefinitionChanges[] => {
    const before = was.protocol.source.find(name);
    if (before?.kind !== 'constant' || before.value === value) return [];
    const difference = {
      rule: 'constant-changed',
      path: '',
      was: plainText(String(before.value)),
      is: plainText(String(value)),
    } as const;
    return [{ name, changes: [classify(difference, [])] }];
  });
  const types = is.protocol.source.types.flatMap(({ name }): DefinitionChanges[] => {
    const [before, now] = [was.stated.get(name), is.stated.get(name)];
    if (!before || !now) return [];
    const oldName = oldNames.get(name) ?? name;
    const found: Difference[] = [
      ...(oldName === name ? [] : [{ rule: 'renamed', path: '', was: oldName, is: name } as const]),
      ...revisions.diffShapes('', before, now).map((each) => withEnvelope(each, revisions.isMessage(name))),
    ];
    const readers = revisions.readersOf(name);
    return found.length === 0 ? [] : [{ name, changes: found.map((each) => classify(each, readers)) }];
  });
  return [...constants, ...types];
}

function withEnvelope(difference: Difference, isMessage: boolean): Difference {
  if (!isMessage || !ENVELOPE.has(difference.path)) return difference;
  if (difference.rule === 'required-field-added') return { ...difference, rule: 'envelope-stated' };
  if (difference.rule === 'required-field-removed') return { ...difference, rule: 'envelope-not-stated' };
  return difference;
}
