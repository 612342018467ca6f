/** What is compared: the generated code of a revision with a JSON Schema of it, patched. */

import type { Guard, Issue } from '@mcp-gen/runtime/codegen/v1';
import { EXPLANATIONS } from '../../site/explorer/check/explanations.js';
import { GENERATED } from '../support/generated.js';
import { compileText } from '../support/compileText.js';
import { schemaText, type RevisionId } from '../support/schemas.js';
import { errataOf } from '../support/tables.js';
import type { Subject } from './compare.js';
import { patchedDefinitions } from './patchSchema.js';
import { untaggedUnions } from './unions.js';

/** The guards of a revision, by the name of their definition. */
export function guardsOf(revision: RevisionId): { readonly [definition: string]: Guard } {
  const { definitions } = compileText(schemaText(revision), revision);
  const names = definitions.types.map(({ name }) => name);
  const generated: { readonly [name: string]: unknown } = { ...GENERATED[revision] };
  return Object.fromEntries(names.map((name) => [name, generated[`is${name}`] as Guard]));
}

/** The explanations of a revision. */
export async function explanationsOf(revision: RevisionId): Promise<Subject['explain']> {
  const { explain } = await EXPLANATIONS[revision]();
  return explain as (definition: string, value: unknown) => readonly Issue[];
}

export async function subjectOf(revision: RevisionId, text: string, errata = errataOf(revision)): Promise<Subject> {
  const guards = guardsOf(revision);
  const unions = untaggedUnions(compileText(schemaText(revision), revision));
  return {
    definitions: patchedDefinitions(text, guards, errata),
    guards,
    explain: await explanationsOf(revision),
    untagged: new Map(unions.map(([definition, place, , tag]) => [definition + place, tag])),
  };
}
