/** Valid messages of every revision, made from the derived JSON Schemas in `schema/`. */
import { readFileSync } from 'node:fs';
import { oddValue } from './mutate.mjs';

export const REVISIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'];

/** Revisions that open sessions, which servers and clients of the sdk support. */
export const SESSION_REVISIONS = REVISIONS.slice(0, 4);

/** The revision in which each request stands alone. */
export const REVISION_WITHOUT_SESSIONS = '2026-07-28';

/** Where values stop to grow. */
const DEPTH = 7;

const WORDS = [
  'echo',
  'x',
  '',
  'kitchen',
  'text/plain',
  'file:///a',
  'note:///kitchen',
  'a b',
  '\u00e9\u{1f600}',
  '0',
  '2025-03-26',
];

const schemas = new Map(REVISIONS.map((id) => [id, load(id)]));

/** What one side of a revision sends: the definitions of its requests, notifications, and results. */
export function sentBy(side, revision) {
  const role = side === 'server' ? 'Server' : 'Client';
  return {
    requests: members(revision, `${role}Request`),
    notifications: members(revision, `${role}Notification`),
    results: members(revision, `${role}Result`),
  };
}

/** Makes a value of a definition: `CallToolRequest`. */
export function make(random, revision, definition) {
  return generate(random, schemas.get(revision), { $ref: definition }, 0);
}

/** Makes the method and params of a request or notification. */
export function makeCall(random, revision, definition) {
  const { method, params } = make(random, revision, definition);
  return params === undefined ? { method } : { method, params };
}

function load(revision) {
  const schema = JSON.parse(readFileSync(new URL(`../schema/${revision}/schema.json`, import.meta.url), 'utf8'));
  return schema.$defs ?? schema.definitions;
}

function members(revision, union) {
  const definition = schemas.get(revision)[union];
  const options = definition?.anyOf ?? (definition?.$ref ? [definition] : []);
  return options.map(({ $ref }) => nameIn($ref));
}

function nameIn(reference) {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

function generate(random, definitions, schema, depth) {
  if (schema.$ref !== undefined)
    return generate(random, definitions, definitions[nameIn(schema.$ref)] ?? {}, depth + 1);
  if ('const' in schema) return schema.const;
  if (schema.enum !== undefined) return random.pick(schema.enum);
  const union = schema.anyOf ?? schema.oneOf;
  if (union !== undefined) return generate(random, definitions, random.pick(union), depth + 1);
  if (schema.allOf !== undefined) {
    return Object.assign({}, ...schema.allOf.map((part) => generate(random, definitions, part, depth + 1)));
  }
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type;
  switch (type) {
    case 'object':
      return generateObject(random, definitions, schema, depth);
    case 'array':
      return depth > DEPTH
        ? []
        : Array.from({ length: random.below(3) }, () => generate(random, definitions, schema.items ?? {}, depth + 1));
    case 'string':
      return schema.format === 'byte' ? 'AAEC' : random.pick(WORDS);
    case 'integer':
      return random.below(100);
    case 'number':
      return random.chance(0.5) ? random.below(100) : random.next();
    case 'boolean':
      return random.chance(0.5);
    case 'null':
      return null;
    default:
      return oddValue(random);
  }
}

function generateObject(random, definitions, { properties = {}, required = [], additionalProperties }, depth) {
  const made = {};
  for (const [name, schema] of Object.entries(properties)) {
    const isOptional = !required.includes(name);
    if (isOptional && (depth > DEPTH || random.chance(0.7))) continue;
    made[name] = generate(random, definitions, schema, depth + 1);
  }
  if (typeof additionalProperties === 'object' && depth <= DEPTH && random.chance(0.4)) {
    made[random.pick(WORDS)] = generate(random, definitions, additionalProperties, depth + 1);
  }
  return made;
}
