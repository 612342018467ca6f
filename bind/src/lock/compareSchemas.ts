import { ANY, ruleOf, shapeDiffer, type RuleId, type ShapeDifference } from '../compiler.js';
import { DRIFT_RULES, type DriftClass, type DriftRuleId } from './rules.js';
import { schemaPlaces } from './schemaPlaces.js';
import { structureDifferences, unexplained } from './schemaStructure.js';
import { textDifferences } from './schemaTexts.js';
import { CLOSED, OTHERS, toShape, type SchemaShape } from './toShape.js';

/** A difference between two schemas of a tool. */
export interface SchemaDrift {
  /** The id of a rule: of `diff`, or of the drift of tools. */
  readonly rule: RuleId | DriftRuleId;
  readonly class: DriftClass;
  /** Why it is of its class. */
  readonly reason: string;
  /** The place in the values: `city`, `days[].sunny`. Empty for the whole. For text, its JSON Pointer in the schema. */
  readonly path: string;
  readonly was?: string;
  readonly is?: string;
}

/** What a program does with the values of a schema: it sends arguments, and reads results. */
export type Direction = 'input' | 'output';

/** Keywords whose numbers bound values, and where they do. */
const BOUNDS: { readonly [keyword: string]: 'below' | 'above' } = {
  minLength: 'below',
  minProperties: 'below',
  exclusiveMinimum: 'below',
  maxLength: 'above',
  maxProperties: 'above',
  exclusiveMaximum: 'above',
};

/**
 * Compares the schemas of a tool: text wherever it stands, and all else by the rules of `diff`. What these do not tell of is reported as not
 * understood.
 */
export function compareSchemas(direction: Direction, was: unknown, is: unknown): readonly SchemaDrift[] {
  const [earlier, later] = [schemaPlaces(was), schemaPlaces(is)];
  const texts = textDifferences(earlier, later).map(({ path, ...values }) => ({
    ...ownDrift('text-changed', path),
    ...values,
  }));
  const [before, now] = [toShape(was), toShape(is)];
  if (before === undefined || now === undefined) return [ownDrift('schema-not-comparable', ''), ...texts];
  const shapes = differences(before, now);
  const structure = structureDifferences(earlier, later);
  const unknown = [...unexplained(structure, shapes)].map((path) => ownDrift('schema-changed', path));
  const drifts = [...shapes.map((difference) => classify(direction, difference)), ...unknown, ...texts];
  if (drifts.length > 0) return drifts;
  return [ownDrift(structure.length > 0 ? 'schema-changed' : 'schema-restated', '')];
}

/** Definitions that both have are compared once, however often they are mentioned. */
function differences(was: SchemaShape, is: SchemaShape): readonly ShapeDifference[] {
  const compare = shapeDiffer({ stated: was.table, guarded: was.table }, { stated: is.table, guarded: is.table });
  const shared = [...was.table.keys()].filter((name) => is.table.has(name));
  return [
    ...compare('', was.shape, is.shape),
    ...shared.flatMap((name) => compare(name, was.table.get(name) ?? ANY, is.table.get(name) ?? ANY)),
  ];
}

function classify(direction: Direction, difference: ShapeDifference): SchemaDrift {
  const { rule, path, was, is } = difference;
  const values = {
    ...(was !== undefined && { was }),
    ...(is !== undefined && { is }),
  };
  const own = ownRule(direction, difference);
  if (own !== undefined) return { ...ownDrift(own, path), ...values };
  const { read, send, reason } = ruleOf(rule);
  // A program sends arguments to the newer server, and reads its results with the older schema.
  const isBreaking = (direction === 'input' ? send : read) !== undefined;
  return {
    rule,
    class: isBreaking ? 'breaking' : 'compatible',
    reason,
    path,
    ...values,
  };
}

function ownRule(direction: Direction, { rule, was, is }: ShapeDifference): DriftRuleId | undefined {
  if (direction === 'input' && rule === 'optional-field-added') return 'parameter-offered';
  if (direction === 'input' && (rule === 'optional-field-removed' || rule === 'required-field-removed')) {
    return 'parameter-withdrawn';
  }
  return rule === 'keyword-changed' ? keywordRule(direction, was ?? '', is ?? '') : undefined;
}

/** @param was the keyword and its value, or `no` and the keyword */
function keywordRule(direction: Direction, was: string, is: string): DriftRuleId {
  const keyword = /^no (\w+)$/.exec(was)?.[1] ?? was.split(' ', 1)[0] ?? '';
  if (keyword === 'default') return direction === 'input' ? 'default-changed' : 'default-restated';
  const isLooser = loosens(keyword, was, is);
  if (direction === 'input') return isLooser ? 'constraint-loosened' : 'constraint-tightened';
  return loosens(keyword, is, was) ? 'promise-strengthened' : 'promise-weakened';
}

/** Returns whether all values that a keyword allowed are allowed still. */
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
