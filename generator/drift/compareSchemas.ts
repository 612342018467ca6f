import { shapeDiffer, type ShapeDifference } from '../analyze/diffShapes.js';
import { ANY } from '../analyze/shape.js';
import { ruleOf } from '../diff/rules.js';
import { DRIFT_RULES, type DriftClass, type DriftRuleId } from './driftRules.js';
import { escaped, type SchemaPlace, schemaPlaces } from './schemaPlaces.js';
import { structureDifferences, unexplained, type StructureDifference } from './schemaStructure.js';
import { CLOSED, OTHERS, type SchemaShape, SHAPE_KEYWORDS, TEXT_KEYWORDS, toShape } from './toShape.js';

/** A difference between two schemas of a tool. */
export interface SchemaDrift {
  /** The id of a rule: of `diff`, or of tool drift. A string, because the types of the compiler are not published. */
  readonly rule: string;
  readonly class: DriftClass;
  /** The reason for its class. */
  readonly reason: string;
  /** The location in the values: `city`, `days[].sunny`. Empty for the root. For text, its JSON Pointer in the schema. */
  readonly path: string;
  readonly was?: string;
  readonly is?: string;
}

type Places = ReadonlyMap<string, SchemaPlace>;

/** The locations of a subschema in the reviewed and the new schema. */
interface BothPlaces {
  readonly earlier: Places;
  readonly later: Places;
}

/** How a program uses the values of a schema: it sends arguments, and reads results. */
export type Direction = 'input' | 'output';

/** Keywords with numeric bounds, and whether they are minimums or maximums. */
const BOUNDS: { readonly [keyword: string]: 'below' | 'above' } = {
  minLength: 'below',
  minProperties: 'below',
  exclusiveMinimum: 'below',
  maxLength: 'above',
  maxProperties: 'above',
  exclusiveMaximum: 'above',
};

/**
 * Compares the schemas of a tool: text by location, and the rest by the rules of `diff`. Differences that the rules do not cover are
 * reported as not analyzed.
 */
export function compareSchemas(direction: Direction, was: unknown, is: unknown): readonly SchemaDrift[] {
  const [earlier, later] = [schemaPlaces(was), schemaPlaces(is)];
  const texts = textDifferences(earlier, later).map(({ path, ...values }) => ({
    ...ownDrift('text-changed', path),
    ...values,
  }));
  const found = comparable(() => differences(toShape(was), toShape(is)));
  if (found === undefined) return [ownDrift('schema-not-comparable', ''), ...texts];
  const shapes = found.map((difference) => ({
    difference,
    drift: classify(direction, difference, { earlier, later }),
  }));
  const structure = structureDifferences(earlier, later);
  const explained = shapes.map(({ difference, drift }) => ({ ...difference, class: drift.class }));
  const unknown = unexplained(structure, explained, [earlier, later]).map((each) => unexplainedDrift(direction, each));
  const drifts = [...shapes.map(({ drift }) => drift), ...unique(unknown), ...texts];
  if (drifts.length > 0) return drifts;
  return [ownDrift(structure.length > 0 ? 'schema-changed' : 'schema-restated', '')];
}

/** Reports a new property of an input that shapes do not contain, because it is in one of several types. */
function unexplainedDrift(direction: Direction, { place, keyword, isNew }: StructureDifference): SchemaDrift {
  const isProperty = keyword === undefined && place.isProperty === true && place.kind !== 'other';
  if (direction === 'output' || !isProperty) return ownDrift('schema-changed', place.path);
  return ownDrift(isNew === true ? 'parameter-offered' : 'parameter-withdrawn', place.path);
}

function unique(drifts: readonly SchemaDrift[]): readonly SchemaDrift[] {
  return [...new Map(drifts.map((drift) => [`${drift.rule} ${drift.path}`, drift])).values()];
}

/** Runs a comparison; undefined if a schema is too large, or definitions refer to each other in too long a chain for the stack. */
function comparable<Found>(compare: () => Found): Found | undefined {
  try {
    return compare();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Definitions that both schemas have are compared once, independent of the number of references. */
function differences(was: SchemaShape, is: SchemaShape): readonly ShapeDifference[] {
  const compare = shapeDiffer({ stated: was.table, guarded: was.table }, { stated: is.table, guarded: is.table });
  const shared = [...was.table.keys()].filter((name) => is.table.has(name));
  return [
    ...compare('', was.shape, is.shape),
    ...shared.flatMap((name) => compare(name, was.table.get(name) ?? ANY, is.table.get(name) ?? ANY)),
  ];
}

function classify(direction: Direction, difference: ShapeDifference, places: BothPlaces): SchemaDrift {
  const { rule, path } = difference;
  const values = {
    ...(difference.was !== undefined && { was: difference.was }),
    ...(difference.is !== undefined && { is: difference.is }),
  };
  const own = ownRule(direction, difference, places);
  if (own !== undefined) return { ...ownDrift(own, path), ...values };
  const { read, send, reason } = ruleOf(rule);
  // A program sends arguments to the newer server, and reads its results with the older schema.
  const [breaks, breaksOthers] = direction === 'input' ? [send, read] : [read, send];
  if (breaks !== undefined) return { rule, class: 'breaking', reason, path, ...values };
  // Then the reason of the rule is about the other direction.
  return {
    rule,
    class: 'compatible',
    reason: breaksOthers === undefined ? reason : UNAFFECTED[direction],
    path,
    ...values,
  };
}

/** Why a change that breaks the other direction is compatible. */
const UNAFFECTED = {
  input: 'The server accepts all values that programs send.',
  output: 'Programs accept all values that the server returns.',
} as const satisfies { readonly [Each in Direction]: string };

/** Changes after which an input accepts additional values. */
const WIDENING: ReadonlySet<string> = new Set(['literal-added', 'member-added', 'type-widened', 'bounds-loosened']);

function ownRule(
  direction: Direction,
  { rule, path, was, is }: ShapeDifference,
  places: BothPlaces,
): DriftRuleId | undefined {
  if (rule === 'keyword-changed') return keywordRule(direction, was ?? '', is ?? '');
  if (direction === 'output') {
    const isAdded = rule === 'optional-field-added' || rule === 'required-field-added';
    return isAdded && !isOpen(places, path) ? 'closed-result-extended' : undefined;
  }
  if (WIDENING.has(rule)) return 'input-widened';
  if (rule === 'optional-field-added') return 'parameter-offered';
  return rule === 'optional-field-removed' || rule === 'required-field-removed' ? 'parameter-withdrawn' : undefined;
}

/** Keywords that can reject undeclared properties. */
const RESTRICTING = [
  'additionalProperties',
  'unevaluatedProperties',
  'patternProperties',
  'propertyNames',
  'maxProperties',
];

/**
 * Returns whether the reviewed object accepts undeclared properties. For an object in another definition, this is unknown.
 *
 * @param path the location of a new property
 */
function isOpen({ earlier, later }: BothPlaces, path: string): boolean {
  const property = [...later.values()].find((place) => place.isProperty === true && place.path === path);
  const object = property?.parent === undefined ? undefined : later.get(property.parent);
  const found = [...earlier.values()].filter((place) => place.path === object?.path && place.kind !== 'other');
  const isClosed = ({ pointer, keywords }: SchemaPlace): boolean =>
    RESTRICTING.some((keyword) => {
      if (earlier.has(`${pointer}/${keyword}`)) return true;
      return keywords.has(keyword) && keywords.get(keyword) !== true;
    });
  return found.length > 0 && !found.some((place) => place.keywords.has('$ref') || isClosed(place));
}

/** @param was the keyword and its value, or `no` and the keyword */
function keywordRule(direction: Direction, was: string, is: string): DriftRuleId {
  const keyword = /^no (\w+)$/.exec(was)?.[1] ?? was.split(' ', 1)[0] ?? '';
  if (keyword === 'default') return direction === 'input' ? 'default-changed' : 'default-restated';
  const isLooser = loosens(keyword, was, is);
  if (direction === 'input') return isLooser ? 'constraint-loosened' : 'constraint-tightened';
  return loosens(keyword, is, was) ? 'promise-strengthened' : 'promise-weakened';
}

/** Returns whether all values that a keyword allowed are still allowed. */
function loosens(keyword: string, was: string, is: string): boolean {
  if (keyword !== OTHERS && is === `no ${keyword}`) return true;
  if (keyword === CLOSED || keyword === OTHERS) return false;
  const bound = BOUNDS[keyword];
  const [before, now] = [was, is].map((text) => Number(text.slice(keyword.length + 1)));
  if (bound === undefined || before === undefined || now === undefined) return false;
  return bound === 'below' ? now < before : now > before;
}

function ownDrift(rule: DriftRuleId, path: string): SchemaDrift {
  const { class: of, reason } = DRIFT_RULES[rule];
  return { rule, class: of, reason, path };
}

/** A text that differs, with its JSON Pointer. */
interface TextDifference {
  readonly path: string;
  readonly was?: string;
  readonly is?: string;
}

/** Lists the texts that differ. Text that was removed together with its schema is not listed, because models no longer read it. */
function textDifferences(was: Places, is: Places): readonly TextDifference[] {
  const [before, now] = [textsOf(was), textsOf(is)];
  const removed = [...before].filter(([path, { schema }]) => !now.has(path) && is.has(schema));
  return [
    ...removed.map(([path, { text }]) => ({ path, was: text })),
    ...[...now].flatMap(([path, { text }]) => {
      const earlier = before.get(path)?.text;
      if (earlier === text) return [];
      return [{ path, ...(earlier !== undefined && { was: earlier }), is: text }];
    }),
  ];
}

function textsOf(places: Places): ReadonlyMap<string, { readonly text: string; readonly schema: string }> {
  const texts = new Map<string, { text: string; schema: string }>();
  for (const { pointer: schema, keywords } of places.values()) {
    const isText = (keyword: string): boolean => TEXT_KEYWORDS.has(keyword) || !SHAPE_KEYWORDS.has(keyword);
    const waiting = [...keywords]
      .filter(([keyword]) => isText(keyword) || keyword === 'default')
      .map(([keyword, value]) => ({
        path: `${schema}/${escaped(keyword)}`,
        value,
        isText: isText(keyword),
      }));
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { path, value, isText: isAll } = next;
      if (typeof value === 'object' && value !== null) {
        for (const [key, each] of Object.entries(value)) {
          waiting.push({
            path: `${path}/${escaped(key)}`,
            value: each as unknown,
            isText: isAll,
          });
        }
      } else if (isAll || typeof value === 'string') texts.set(path, { text: JSON.stringify(value), schema });
    }
  }
  return texts;
}
