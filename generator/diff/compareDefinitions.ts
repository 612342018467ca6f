/** Compares the definitions of two revisions, each with the one of its name or of its new name. */

import { classify, type Change, type Difference } from './changes.js';
import { compareNotes } from './compareNotes.js';
import { plainText } from '../analyze/describeShape.js';
import { readNotes, type Note } from './readNotes.js';
import { definitionOf } from '../analyze/readShapes.js';
import type { Revisions, RevisionShapes } from './revisions.js';

/** The properties of the envelope, which an older schema does not state in its messages. */
const ENVELOPE: ReadonlySet<string> = new Set(['jsonrpc', 'id']);

/** What changed in one definition. */
export interface DefinitionChanges {
  /** Its name, the newer one if it was renamed. */
  readonly name: string;
  readonly changes: readonly Change[];
}

/** The definitions that changed, those of the newer revision in its order. */
export function compareDefinitions(revisions: Revisions): readonly DefinitionChanges[] {
  const { was, is, shapes } = revisions;
  const oldNames = new Map([...revisions.renames].map(([oldName, name]) => [name, oldName]));
  const constants = is.protocol.source.constants.flatMap(({ name, value }): DefinitionChanges[] => {
    const before = was.protocol.source.find(name);
    if (before?.kind !== 'constant' || before.value === value) return [];
    const difference = {
      kind: 'constant changed',
      path: '',
      was: valueText(before.value),
      is: valueText(value),
    } as const;
    return [{ name, changes: [classify(difference, [])] }];
  });
  const types = is.protocol.source.types.flatMap(({ name }): DefinitionChanges[] => {
    const [wasShape, isShape] = [definitionOf(name, was.stated), definitionOf(name, is.stated)];
    if (wasShape === undefined || isShape === undefined) return [];
    const oldName = oldNames.get(name) ?? name;
    const { differences, visited } = shapes.compare('', wasShape, isShape);
    const [wasNotes, isNotes] = [notesOf(oldName, was), notesOf(name, is)];
    const found: Difference[] = [
      ...(oldName === name ? [] : [{ kind: 'renamed', path: '', was: oldName, is: name } as const]),
      ...differences.map((difference) => withEnvelope(difference, revisions.isMessage(name))),
      ...[...new Set(visited)].flatMap((path) => compareNotes(path, wasNotes.get(path), isNotes.get(path))),
    ];
    const readers = revisions.readersOf(name);
    return found.length === 0 ? [] : [{ name, changes: found.map((each) => classify(each, readers)) }];
  });
  return [...constants, ...types];
}

function notesOf(name: string, { protocol }: RevisionShapes): ReadonlyMap<string, Note> {
  const declaration = protocol.source.findType(name);
  return declaration ? readNotes(declaration, protocol.source) : new Map<string, Note>();
}

function withEnvelope(difference: Difference, isMessage: boolean): Difference {
  if (!isMessage || !ENVELOPE.has(difference.path)) return difference;
  if (difference.kind === 'required field added') return { ...difference, kind: 'envelope stated' };
  if (difference.kind === 'required field removed') return { ...difference, kind: 'envelope no longer stated' };
  return difference;
}

function valueText(value: string | number | boolean): string {
  return plainText(String(value));
}
