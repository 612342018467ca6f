import { TOOL_HINTS } from '../toolHints.js';
import { contractDigest, type PromptContract, type ServerContract, type ToolContract } from '@mcp-gen/sdk/host';
import { keyOf } from '../contract.js';
import { compareSchemas, DRIFT_RULES, type DriftRuleId, type SchemaDrift } from '../compiler.js';

/** The lists of a contract, with the names of their entries in reports. */
const LISTS = { tools: 'tool', prompts: 'prompt', resources: 'resource', templates: 'template' } as const;

/** The kind of entry that a change affects. */
export type DriftSubject = 'server' | (typeof LISTS)[keyof typeof LISTS];

/** A change of what a server offers since it was reviewed. */
export interface Drift extends SchemaDrift {
  /** The kind of the changed entry. */
  readonly subject: DriftSubject;
  /** Its name or URI. For the server itself, its name. */
  readonly item: string;
  /** The changed schema of a tool. Undefined for other changes. */
  readonly schema?: 'input' | 'output';
}

type Change = Omit<Drift, 'subject' | 'item'>;

/** Returns the changes, the most serious ones of each entry first. */
export function compareContracts(was: ServerContract, is: ServerContract): readonly Drift[] {
  return [
    ...serverChanges(was, is).map((change) => ({ subject: 'server' as const, item: is.server.name, ...change })),
    ...compareLists('tools', was.tools, is.tools, toolChanges),
    ...compareLists('prompts', was.prompts, is.prompts, promptChanges),
    ...compareLists('resources', was.resources, is.resources, textChanges),
    ...compareLists('templates', was.templates, is.templates, textChanges),
  ];
}

function serverChanges(was: ServerContract, is: ServerContract): readonly Change[] {
  return [
    ...changed('server-name-changed', was.server.name, is.server.name),
    ...changed('server-version-changed', was.server.version, is.server.version),
    ...changed('instructions-changed', was.instructions, is.instructions),
  ];
}

function compareLists<Item extends { readonly name: string; readonly uri?: string }>(
  list: keyof typeof LISTS,
  was: readonly Item[],
  is: readonly Item[],
  compare: (was: Item, is: Item) => readonly Change[],
): readonly Drift[] {
  const subject = LISTS[list];
  const before = new Map(was.map((item) => [keyOf(item), item]));
  const now = new Map(is.map((item) => [keyOf(item), item]));
  const removed = [...before.keys()].filter((key) => !now.has(key));
  return [
    ...removed.map((item) => ({ subject, item, ...drift(`${subject}-removed`) })),
    ...[...now].flatMap(([item, each]): readonly Drift[] => {
      const earlier = before.get(item);
      if (earlier === undefined) return [{ subject, item, ...drift(`${subject}-added`) }];
      const changes = compare(earlier, each);
      const isRestated = changes.length === 0 && differ(earlier, each);
      return (isRestated ? [drift('restated')] : changes).map((change) => ({ subject, item, ...change }));
    }),
  ];
}

function toolChanges(was: ToolContract, is: ToolContract): readonly Change[] {
  return [...textChanges(was, is), ...annotationChanges(was, is), ...schemaChanges(was, is)];
}

interface Described {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
}

function textChanges(was: Described, is: Described): readonly Change[] {
  return [
    ...changed('name-changed', was.name, is.name),
    ...changed('title-changed', was.title, is.title),
    ...changed('description-changed', was.description, is.description),
    ...changed('media-type-changed', was.mimeType, is.mimeType),
  ];
}

function annotationChanges(was: ToolContract, is: ToolContract): readonly Change[] {
  const [before, now] = [was, is].map(({ annotations = {} }) => annotations as { readonly [name: string]: unknown });
  if (before === undefined || now === undefined) return [];
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])].sort();
  return names.flatMap((name) => {
    const [from, to] = [before[name], now[name]].map((value) =>
      value === undefined ? undefined : JSON.stringify(value),
    );
    if (from === to) return [];
    return [{ ...drift(annotationRule(name, before[name], now[name])), path: name, ...values(from, to) }];
  });
}

function annotationRule(name: string, was: unknown, is: unknown): DriftRuleId {
  if (name === 'title') return 'title-changed';
  if (!Object.hasOwn(TOOL_HINTS, name)) return 'annotation-changed';
  const { assumed, harmless } = TOOL_HINTS[name as keyof typeof TOOL_HINTS];
  const [before, now] = [(was ?? assumed) === harmless, (is ?? assumed) === harmless];
  if (before === now) return 'claim-restated';
  return before ? 'claim-lost' : 'claim-gained';
}

function schemaChanges(was: ToolContract, is: ToolContract): readonly Change[] {
  const changes: Change[] = [];
  if (differ(was.inputSchema, is.inputSchema)) changes.push(...inSchema('input', was.inputSchema, is.inputSchema));
  if (was.outputSchema === undefined && is.outputSchema !== undefined) changes.push(drift('output-schema-added'));
  else if (was.outputSchema !== undefined && is.outputSchema === undefined)
    changes.push(drift('output-schema-removed'));
  else if (differ(was.outputSchema, is.outputSchema)) {
    changes.push(...inSchema('output', was.outputSchema, is.outputSchema));
  }
  return changes;
}

function inSchema(schema: 'input' | 'output', was: unknown, is: unknown): readonly Change[] {
  return compareSchemas(schema, was, is).map((change) => ({ schema, ...change }));
}

function promptChanges(was: PromptContract, is: PromptContract): readonly Change[] {
  const before = new Map((was.arguments ?? []).map((each) => [each.name, each]));
  const now = new Map((is.arguments ?? []).map((each) => [each.name, each]));
  const removed = [...before.keys()].filter((name) => !now.has(name));
  return [
    ...textChanges(was, is),
    ...removed.map((path) => ({ ...drift('argument-removed'), path })),
    ...[...now].flatMap(([path, argument]): readonly Change[] => {
      const earlier = before.get(path);
      const isRequired = argument.required === true;
      if (earlier === undefined) return [{ ...drift(isRequired ? 'required-argument-added' : 'argument-added'), path }];
      const wasRequired = earlier.required === true;
      const rule = isRequired ? 'argument-became-required' : 'argument-became-optional';
      return [
        ...textChanges(earlier, argument).map((change) => ({ ...change, path })),
        ...(isRequired === wasRequired ? [] : [{ ...drift(rule), path }]),
      ];
    }),
  ];
}

function changed(rule: DriftRuleId, was: string | undefined, is: string | undefined): readonly Change[] {
  return was === is ? [] : [{ ...drift(rule), ...values(was, is) }];
}

function values(was: string | undefined, is: string | undefined): { readonly was?: string; readonly is?: string } {
  return { ...(was !== undefined && { was }), ...(is !== undefined && { is }) };
}

function drift(rule: DriftRuleId): Change {
  const { class: of, reason } = DRIFT_RULES[rule];
  return { rule, class: of, reason, path: '' };
}

function differ(was: unknown, is: unknown): boolean {
  return contractDigest({ value: was }) !== contractDigest({ value: is });
}
