/** One JSON Schema document for each revision, with errata applied. It accepts the same values as the guards. */

import type { Plan, RevisionPlan } from '../../analyze/plan.js';
import { escapeHidden } from '../../printable.js';
import type { GeneratedFile } from '../file.js';
import type { Target } from '../target.js';
import { definitionSchemas } from './definitionSchemas.js';

export const jsonSchema: Target = {
  name: 'json-schema',
  emit: ({ revisions }: Plan, banner) => revisions.map((revision) => document(revision, banner(revision.protocol))),
};

function document({ protocol }: RevisionPlan, banner: string): GeneratedFile {
  const { revision, definitions } = protocol;
  const schema = {
    $comment: banner,
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `Model Context Protocol, revision ${revision}`,
    $defs: definitionSchemas(definitions),
  };
  return { path: `${revision}/schema.json`, text: `${escapeHidden(JSON.stringify(schema, undefined, 2))}\n` };
}
