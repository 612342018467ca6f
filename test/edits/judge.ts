/** Adopts invented revisions, and judges what becomes of them. */

import { Ajv } from 'ajv';
import { makePlan } from '../../generator/analyze/plan.js';
import { adoptRevision } from '../../generator/adopt/adoptRevision.js';
import { makeChecklist } from '../../generator/adopt/checklist.js';
import { deriveJsonSchema } from '../../generator/json-schema/deriveJsonSchema.js';
import { officialForm } from '../../generator/pull/officialForm.js';
import { definitionsOf, fingerprint } from '../../generator/model/fingerprints.js';
import { referenceTo } from '../../generator/model/places.js';
import type { Protocol } from '../../generator/model/protocol.js';
import { SchemaProblems, type Problem } from '../../generator/problems.js';
import { readRevision } from '../../generator/protocols.js';
import { compareDefinitions, isContradiction, type Difference } from '../../generator/pull/compareDefinitions.js';
import { readTables } from '../../generator/read/tables.js';
import { targets } from '../../generator/targets/index.js';
import { requireNames } from '../../generator/targets/target.js';
import { compare } from '../oracle/compare.js';
import { patchedDefinitions } from '../oracle/patchSchema.js';
import { untaggedUnions } from '../oracle/unions.js';
import { loadJudges, type Judges } from '../support/loadGenerated.js';
import type { Schema } from '../support/samples.js';
import { runOfficialTool } from '../support/officialTool.js';
import { schemaText } from '../support/schemas.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { wrongMessages } from '../support/wrongMessages.js';
import { changedFacts, factsOf } from './facts.js';
import type { Group } from './groups.js';
import type { Row } from './row.js';

export const NEWEST = '2026-07-28';
export const NEXT = '2027-06-30';

/** Values that are drawn for each changed definition. */
const VALUES = 50;

/** What became of an invented revision. */
export type Judged = Refused | Adopted;

export interface Refused {
  readonly problems: readonly Problem[];
}

export interface Adopted {
  readonly problems?: undefined;
  readonly open: readonly string[];
  readonly lost: readonly string[];
  /** The open decisions that the newest revision has confirmed, and of which the checklist does not show what has changed. */
  readonly unexplained: readonly string[];
  /** The facts that differ from those of the newest revision. */
  readonly facts: readonly string[];
}

/** The code of an invented revision. */
export interface Code {
  /** The definitions whose JSON Schema has another form than the official tool's, for the same values. */
  readonly rewritten: readonly string[];
  /** What is wrong in its code, as the official tool and values show. */
  readonly faults: readonly string[];
  /** The places that its types correct. */
  readonly errata: readonly string[];
  /** Its generated types, and the definitions to compare with those of the schema. */
  readonly types: string;
  readonly definitions: readonly string[];
}

export const base = schemaText(NEWEST);
const official = new Map<string, string>();
let baseFacts: readonly string[] | undefined;

/** Judges what the compiler knows about a revision. Its code is judged with that of others. */
export async function judge(text: string): Promise<Judged> {
  try {
    return await factsAfter(text);
  } catch (error) {
    if (error instanceof SchemaProblems) return { problems: error.problems };
    throw error;
  }
}

async function adopt(text: string): Promise<{ readonly protocol: Protocol; readonly schemaDir: string }> {
  const schemaDir = await temporaryFolder();
  await adoptRevision({ id: NEXT, files: { script: Buffer.from(text) }, schemaDir, force: false });
  const protocol = await readRevision(NEXT, schemaDir, { completeness: 'draft' });
  requireNames(targets.typescript, protocol);
  return { protocol, schemaDir };
}

async function factsAfter(text: string): Promise<Adopted> {
  const { protocol, schemaDir } = await adopt(text);
  const tables = await readTables(schemaDir);
  const { changed, added, lost } = makeChecklist(protocol, tables);
  baseFacts ??= factsOf(await readRevision(NEWEST, 'schema', { completeness: 'draft' }));
  return {
    open: [...changed, ...added].map(({ decision, message }) => decision ?? message).sort(),
    lost,
    unexplained: added.flatMap(({ decision = '' }) => (tables.subjects[NEWEST]?.[decision] ? [decision] : [])),
    facts: changedFacts(baseFacts, factsOf(protocol)),
  };
}

/** Judges the code of the revision that has all edits of a group. */
export async function judgeCode({ rows, text }: Group): Promise<Code> {
  const { protocol } = await adopt(text);
  const files = targets.typescript.emit(makePlan([protocol]), () => '');
  const names = protocol.source.all.map(({ name }) => name);
  const derived = await officialForm(runOfficialTool(text), names, [text]);
  // The tool omits null as the specification runs it. Guards follow the declarations.
  const isNullable = rows.some(({ changed }) => [...changed.values()].some((each) => each.text.includes('| null')));
  const declared = isNullable ? await officialForm(runOfficialTool(text, true), names, [text]) : derived;
  const definitions = changedDefinitions(derived);
  const judges = loadJudges(files);
  const ours: unknown = JSON.parse(deriveJsonSchema(protocol.source, 'draft-07'));
  const differences = compareDefinitions(derived, ours);
  const values = rows.flatMap(({ row }) => row.values ?? []);
  const stated = new Set(rows.flatMap(({ row, changed }) => (row.values ? [...changed.keys()] : [])));
  const drawn = definitions.filter((name) => !stated.has(name));
  return {
    rewritten: differences
      .filter((each) => !isContradiction(each))
      .map(({ definition }) => definition)
      .sort(),
    faults: [
      ...resultFaults(protocol, derived),
      ...differences.filter(isContradiction).map(derivationFault),
      ...valueFaults(protocol, judges, declared, [...values, ...drawn]),
      ...wrongMessages(protocol, files, judges, 1).wrong,
    ],
    errata: protocol.errata.map(({ place }) => place),
    types: files.find(({ path }) => path.endsWith('/types.ts'))?.text ?? '',
    definitions,
  };
}

/** The definitions that the newest revision does not have like that. */
function changedDefinitions(derived: object): readonly string[] {
  if (official.size === 0) {
    for (const [name, definition] of Object.entries(definitionsOf(runOfficialTool(base))))
      official.set(name, fingerprint(definition).exact);
  }
  const definitions = Object.entries(definitionsOf(derived));
  return definitions.flatMap(([name, each]) => (official.get(name) === fingerprint(each).exact ? [] : [name]));
}

/** Results that a response states, and its request lacks, or the other way. */
function resultFaults({ requests, source }: Protocol, derived: object): readonly string[] {
  const responses = definitionsOf(derived);
  // The tool writes an alias of an interface as the interface. An alias of a union stands for its members. Other names are the compiler's.
  const targetsOf = (name: string): readonly string[] => {
    if (!source.findType(name)) return [UNNAMED];
    const { target } = source.resolve(referenceTo(name));
    if (target.kind === 'union')
      return target.members.flatMap((each) => (each.kind === 'reference' ? targetsOf(each.name) : [name]));
    return [target.kind === 'interface' ? target.name : name];
  };
  return requests.flatMap(({ declaration, results }) => {
    const response = responses[declaration.name.replace(/Request$/, 'ResultResponse')] as Schema | undefined;
    const { result } = (response?.['properties'] ?? {}) as { readonly result?: Schema };
    if (result === undefined) return [];
    const members = (result['anyOf'] ?? [result]) as readonly Schema[];
    const stated = members.flatMap(({ $ref }) =>
      typeof $ref === 'string' ? targetsOf($ref.slice('#/definitions/'.length)) : [UNNAMED],
    );
    const isSame = JSON.stringify(stated.sort()) === JSON.stringify(results.flatMap(targetsOf).sort());
    return isSame
      ? []
      : [`${declaration.name} has the results ${results.join(', ')}, its response ${stated.join(', ')}`];
  });
}

const UNNAMED = 'a type without a name';

function derivationFault({ definition, kind, lines }: Difference): string {
  return `JSON Schema of ${definition}: ${kind}\n${lines.join('\n')}`;
}

/** @param judged values to judge, and the names of definitions to draw values for */
function valueFaults(
  protocol: Protocol,
  judges: Judges,
  declared: object,
  judged: readonly (NonNullable<Row['values']>[number] | string)[],
): readonly string[] {
  const { guards, explain } = judges;
  const definitions = patchedDefinitions(JSON.stringify(declared), guards, protocol.errata);
  const names = judged.filter((each) => typeof each === 'string').filter((name) => name in guards);
  const untagged = new Map(untaggedUnions(protocol).map(([name, place, , tag]) => [name + place, tag]));
  const drawn =
    names.length === 0
      ? []
      : compare({ ...judges, definitions, untagged }, VALUES * names.length, 1, names).disagreements;
  const ajv = new Ajv({ strict: false, validateFormats: false }).addSchema({ definitions }, 'schema');
  const stated = judged
    .filter((each) => typeof each !== 'string')
    .flatMap(([name, value]) => {
      const accepted = ajv.validate({ $ref: `schema#/definitions/${name}` }, value);
      const verdicts = { guard: guards[name]?.(value), explanation: explain(name, value).length === 0 };
      const wrong = Object.entries(verdicts).filter(([, verdict]) => verdict !== accepted);
      return wrong.map(
        ([judge, verdict]) => `${name} ${JSON.stringify(value)}: the ${judge} says ${verdict}, Ajv ${accepted}`,
      );
    });
  return [...drawn, ...stated];
}
