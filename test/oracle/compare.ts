/** Compares guards and explanations with Ajv, over random valid values and over values with one fault. */

import { Ajv, type ValidateFunction } from 'ajv';
import type { Guard, Issue } from '@mcp-gen/runtime/codegen/v1';
import type { SchemaDefinitions } from '../support/schemaDefinitions.js';
import { Samples, type Mutation, type SharedTag } from '../support/samples.js';

export interface Subject {
  readonly definitions: SchemaDefinitions;
  /** Guards by the name of their definition. */
  readonly guards: { readonly [definition: string]: Guard };
  readonly explain: (definition: string, value: unknown) => readonly Issue[];
  /** The places of unions without a tag, or with a shared one: `Definition/property`. */
  readonly untagged: ReadonlyMap<string, SharedTag | undefined>;
}

export interface Comparison {
  readonly counts: {
    /** Values that were judged by Ajv, by a guard and by an explanation. */
    checks: number;
    accepted: number;
    refused: number;
    /** Faults that were reported exactly where they are, those of missing keys among them. */
    located: number;
    missing: number;
    /** Faults that were reported at the place of the union they are in. */
    inUnions: number;
  };
  /** In words, twenty at most. */
  readonly disagreements: readonly string[];
}

/** Checks at least `checks` values, every definition in turn, or those of some names. */
export function compare(
  subject: Subject,
  checks: number,
  seed: number,
  names: readonly string[] = Object.keys(subject.definitions),
): Comparison {
  const { definitions, guards, untagged } = subject;
  const ajv = new Ajv({ strict: false, validateFormats: false }).addSchema({ definitions }, 'schema');
  const samples = new Samples(definitions, seed, untagged);
  const counts = { checks: 0, accepted: 0, refused: 0, located: 0, missing: 0, inUnions: 0 };
  const disagreements: string[] = [];
  const judges = names.map((name) => ({
    name,
    validate: ajv.getSchema(`schema#/definitions/${name}`) as ValidateFunction,
    guard: guards[name] as Guard,
  }));

  while (counts.checks < checks && disagreements.length < 20) {
    for (const { name, validate, guard } of judges) {
      const disagree = (value: unknown, what: string, fault = 'valid'): void => {
        disagreements.push(`${name}, ${fault}: ${what}: ${JSON.stringify(value)}`);
      };
      /** The issues of a value. */
      const judge = (value: unknown, fault?: string): readonly Issue[] => {
        const accepted = validate(value);
        const issues = subject.explain(name, value);
        counts.checks++;
        counts[accepted ? 'accepted' : 'refused']++;
        if (guard(value) !== accepted) disagree(value, `the guard says ${!accepted}, Ajv ${accepted}`, fault);
        if ((issues.length === 0) !== accepted) disagree(value, `explained as ${messages(issues)}`, fault);
        return issues;
      };
      const valid = samples.valid(name);
      if (judge(valid).length > 0) disagree(valid, 'a valid sample is refused');
      const mutation = samples.mutate(name, valid);
      if (mutation === undefined) continue;
      const fault = `${mutation.fault} at ${mutation.pointer}`;
      const issues = judge(mutation.value, fault);
      if (issues.length === 0) continue;
      const located = locate(mutation, issues);
      if (located === undefined) disagree(mutation.value, `reported elsewhere: ${messages(issues)}`, fault);
      else if (located !== 'below') counts[located]++;
      if (located === 'located' && mutation.fault === 'missing') counts.missing++;
    }
  }
  return { counts, disagreements };
}

/** Where the fault is reported, or nothing if anything is reported elsewhere. */
function locate(
  { pointer, union, tag, exact }: Mutation,
  issues: readonly Issue[],
): 'located' | 'inUnions' | 'below' | undefined {
  if (union !== undefined) {
    // A fault that takes the tag away, or everything with it, is one of the tag.
    const ofTag = tag !== undefined && `${tag}/`.startsWith(`${pointer}/`);
    const isThere = (issue: Issue): boolean => issue.pointer === union || (ofTag && issue.pointer === tag);
    return issues.every(isThere) ? 'inUnions' : undefined;
  }
  if (exact) return issues.every((issue) => issue.pointer === pointer) ? 'located' : undefined;
  return issues.every((issue) => `${issue.pointer}/`.startsWith(`${pointer}/`)) ? 'below' : undefined;
}

function messages(issues: readonly Issue[]): string {
  return issues.length === 0 ? 'valid' : issues.map(({ message }) => message).join('; ');
}
