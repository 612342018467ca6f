/** What is converted: random values of each method, and what judges them on both sides. */

import { explainShape, type Shapes } from '@mcp-gen/runtime/codegen/v1/explain';
import {
  conversionsFor,
  NotExpressibleError,
  type Converter,
  type Facts,
  type Loss,
  type Method,
} from '@mcp-gen/sdk/conversions';
import {
  analyzeConversions,
  type Carried,
  type Conversion,
  type MethodConversions,
} from '../../generator/analyze/conversions.js';
import type { Mismatch } from '../../generator/analyze/assignable.js';
import { buildAuthor } from '../../generator/analyze/author.js';
import { shapesOf } from '../../generator/analyze/buildShapes.js';
import { encodeShapes } from '../../generator/analyze/encodeShapes.js';
import { deriveDefinitions } from '../../generator/json-schema/deriveJsonSchema.js';
import type { Definitions } from '../../generator/model/definitions.js';
import { Random } from '../../generator/cases/random.js';
import { ANYTHING, Samples, type Schema } from '../support/samples.js';
import { compileText } from '../support/compileText.js';
import { REVISION_IDS, schemaText, type RevisionId } from '../support/schemas.js';
import { TABLES } from '../support/tables.js';

const protocols = new Map(REVISION_IDS.map((id) => [id, compileText(schemaText(id), id)]));
const author = buildAuthor([...protocols.values()]);

/** One side of a conversion. */
export interface Side {
  readonly shapes: Shapes;
  readonly samples: Samples;
}

/** One conversion of one revision. */
export interface Subject {
  readonly revision: RevisionId;
  readonly kind: MethodConversions['kind'];
  readonly method: Method;
  readonly conversion: Conversion;
  /** The definitions that its values are of, and those of what comes out. */
  readonly from: Carried & Side;
  readonly to: Carried & Side;
}

/** A value, and the definition that it is of. */
export interface Value {
  readonly type: string;
  readonly value: unknown;
}

/** What became of one value. */
export type Outcome =
  | { readonly value: unknown; readonly losses: readonly Loss[] }
  | { readonly value?: undefined; readonly losses?: undefined; readonly refused: NotExpressibleError };

/** What is known of the conversation in which everything is converted. */
export const FACTS: Omit<Facts, 'protocolVersion'> = {
  clientCapabilities: { elicitation: { form: {} } },
  clientInfo: { name: 'tests', version: '1.0.0' },
  newId: () => '01234567-89ab-4def-8123-456789abcdef',
};

/** Keys that revisions give a meaning in objects that others leave open. */
const ALLOWED = [
  'x-other',
  'properties',
  'required',
  'type',
  'progressToken',
  'listChanged',
  'context',
  'tools',
  'form',
  'url',
];

/** What each revision has and does not have of what authors write. */
export const analyses = new Map(
  [...protocols].map(([revision, protocol]) => [revision, analyzeConversions(author, protocol)]),
);

/** Every conversion there could be: each method that both sides have, part by part, in both directions. */
export function subjectsOf(revision: RevisionId, seed: number): readonly Subject[] {
  const protocol = protocols.get(revision);
  const analysis = analyses.get(revision);
  if (!protocol || !analysis) throw new Error(`No revision ${revision}`);
  const written = side(author.definitions, seed);
  const spoken = side(protocol.definitions, seed + 1);
  return analysis.methods.flatMap(({ kind, method, conversions }) =>
    conversions.map((conversion): Subject => {
      const authors = { ...conversion.author, ...written };
      const revisions = { ...conversion.revision, ...spoken };
      const [from, to] = conversion.direction === 'toRevision' ? [authors, revisions] : [revisions, authors];
      return { revision, kind, method: method as Method, conversion, from, to };
    }),
  );
}

/** Random values that the sender's side accepts; of each definition in turn, and none at all where that is possible. */
export function* valuesOf({ from }: Subject, count: number, seed: number): Generator<Value> {
  const random = new Random(seed);
  for (let number = 0; number < count; number++) {
    const type = from.types[number % from.types.length] ?? '';
    const value = from.optional && random.chance(10) ? undefined : from.samples.valid(type);
    // The type allows any text, and the text of the specification only this one.
    yield {
      type,
      value: type === 'InputRequiredResult' ? { ...(value as object), resultType: 'input_required' } : value,
    };
  }
}

/**
 * The pointers of what is wrong with a value on one side; nothing if it is right. Where it could be
 * of several definitions, they are of the first.
 */
export function wrongAt({ types, optional, shapes }: Carried & Side, value: unknown): readonly string[] | undefined {
  if (value === undefined) return optional ? undefined : [''];
  const [wanted = [], ...others] = types.map((type) => explainShape(shapes, type, value));
  const isRight = [wanted, ...others].some(({ length }) => length === 0);
  return isRight ? undefined : wanted.map(({ pointer }) => pointer);
}

export async function convertersOf(revision: RevisionId): Promise<(subject: Subject, value: unknown) => Outcome> {
  const converter: Converter = await conversionsFor(revision);
  const facts = { ...FACTS, protocolVersion: revision };
  return ({ method, conversion: { part, direction } }, value) => {
    try {
      return converter[direction](method, part, value, facts);
    } catch (error) {
      if (error instanceof NotExpressibleError) return { refused: error };
      throw error;
    }
  };
}

/** Where a value of a subject may not fit, by the analysis. */
export function mismatchesFor({ conversion, from }: Subject, { type, value }: Value): readonly Mismatch[] {
  const isWhole = ({ kind, what }: Mismatch): boolean =>
    kind === 'missing' ? value === undefined : from.types.length === 1 || what.split(', ').includes(type);
  return conversion.mismatches.filter((mismatch) => mismatch.path !== '' || isWhole(mismatch));
}

/** Whether a JSON Pointer is at, above or below a path of the analysis: `content[](text)._meta`. */
export function isAt(path: string, pointer: string): boolean {
  const segments = segmentsOf(path);
  const steps = pointer.split('/').slice(1);
  return steps.every((step, index) => {
    const segment = segments[index];
    return segment === undefined || segment === '*' || segment === step.replaceAll('~1', '/').replaceAll('~0', '~');
  });
}

function segmentsOf(path: string): readonly string[] {
  const tokens = path.replaceAll(/\([^)]*\)/g, '').matchAll(/"((?:[^"\\]|\\.)*)"|\[\*?\]|[^.[\]"]+/g);
  return [...tokens].map(([token, quoted]) => quoted ?? (token.startsWith('[') ? '*' : token));
}

function side(definitions: Definitions, seed: number): Side {
  const schemas = withSentFormats(Object.fromEntries(deriveDefinitions(definitions, 'draft-07')));
  const options = {
    formats: true,
    others: ['x-other'],
    allowed: ALLOWED,
    anything: [...ANYTHING, 'object', { a: true }, ['a']],
  };
  return {
    shapes: encodeShapes(shapesOf(definitions)),
    samples: new Samples(schemas, seed, undefined, options),
  };
}

/** The schemas, with the formats that senders keep to beyond what the schemas say. */
function withSentFormats(schemas: { readonly [name: string]: Schema }): { readonly [name: string]: Schema } {
  const formatted = structuredClone(schemas);
  for (const { place, correction } of TABLES.errata) {
    const [name = '', property = ''] = place.split('.');
    const properties = formatted[name]?.['properties'] as { [name: string]: object } | undefined;
    if (correction.kind === 'format') Object.assign(properties?.[property] ?? {}, { format: correction.format });
  }
  return formatted;
}
