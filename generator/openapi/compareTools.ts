/** Compares what clients see of tools before and after an update, by the rules for contracts of servers. */

import { canonicalJson } from '../drift/canonicalJson.js';
import { compareSchemas, type SchemaDrift } from '../drift/compareSchemas.js';
import { DRIFT_RULES, type DriftRuleId } from '../drift/driftRules.js';
import type { ToolContract } from './lock.js';

/** A change of a tool. */
export interface ToolChange extends SchemaDrift {
  readonly tool: string;
  /** The schema that has changed; undefined for other changes. */
  readonly schema?: 'input' | 'output';
}

type Contracts = { readonly [name: string]: ToolContract };

/** Returns the changes of tools, the most serious first. */
export function compareTools(was: Contracts, is: Contracts): readonly ToolChange[] {
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  const changes = names.flatMap((tool) =>
    changesOf(own(was, tool), own(is, tool)).map((change) => ({ tool, ...change })),
  );
  const order = ['breaking', 'dangerous', 'compatible'];
  return changes.toSorted((a, b) => order.indexOf(a.class) - order.indexOf(b.class));
}

function own(contracts: Contracts, tool: string): ToolContract | undefined {
  return Object.hasOwn(contracts, tool) ? contracts[tool] : undefined;
}

type Change = Omit<ToolChange, 'tool'>;

function changesOf(was: ToolContract | undefined, is: ToolContract | undefined): readonly Change[] {
  if (was === undefined) return [change('tool-added')];
  if (is === undefined) return [change('tool-removed')];
  return [
    ...textChange('description-changed', was.description, is.description),
    ...textChange('title-changed', was.title, is.title),
    ...textChange('annotation-changed', canonicalJson(was.annotations), canonicalJson(is.annotations)),
    ...schemaChanges('input', was.input, is.input),
    ...outputChanges(was, is),
  ];
}

function outputChanges({ output: was }: ToolContract, { output: is }: ToolContract): readonly Change[] {
  if (was === undefined) return is === undefined ? [] : [change('output-schema-added')];
  return is === undefined ? [change('output-schema-removed')] : schemaChanges('output', was, is);
}

function schemaChanges(schema: 'input' | 'output', was: unknown, is: unknown): readonly Change[] {
  if (canonicalJson(was) === canonicalJson(is)) return [];
  return compareSchemas(schema, was, is).map((drift) => ({ ...drift, schema }));
}

function textChange(rule: DriftRuleId, was: string | undefined, is: string | undefined): readonly Change[] {
  if (was === is) return [];
  return [{ ...change(rule), ...(was !== undefined && { was }), ...(is !== undefined && { is }) }];
}

function change(rule: DriftRuleId): Change {
  const { class: of, reason } = DRIFT_RULES[rule];
  return { rule, class: of, reason, path: '' };
}
