// Malicious schemas and values. Each holds a process, or ends it, where nothing bounds how they are checked. The benchmarks show
// them to other validators, too.

/** A schema that applies the next one twice, and so on. */
function doubling(keyword, times) {
  const definitions = Array.from({ length: times }, (_, i) => {
    const next = { $ref: `#/$defs/d${i + 1}` };
    return [`d${i}`, { [keyword]: [next, next] }];
  });
  return { $defs: { ...Object.fromEntries(definitions), [`d${times}`]: { type: 'string' } }, $ref: '#/$defs/d0' };
}

function nested(levels) {
  let value = {};
  for (let i = 0; i < levels; i++) value = { a: value };
  return value;
}

const numbers = (count) => Array.from({ length: count }, (_, i) => i);
const longObject = () => Object.fromEntries(numbers(200_000).map((i) => [`key${i}`, i]));
const many = (schema) => Array.from({ length: 900 }, () => schema);
const x = { $ref: '#/$defs/x' };

/** By what they do: what is asked too much of, and what makes the schema and the value. */
export const hostileSchemas = {
  'allOf that doubles': { exceeds: 'steps', make: () => [doubling('allOf', 40), 'x'] },
  'anyOf that doubles': { exceeds: 'steps', make: () => [doubling('anyOf', 40), 5] },
  'oneOf that doubles': { exceeds: 'steps', make: () => [doubling('oneOf', 40), 5] },
  'a schema that doubles with each level of the value': {
    exceeds: 'steps',
    make: () => [{ $defs: { x: { allOf: [{ properties: { a: x } }, { properties: { a: x } }] } }, ...x }, nested(60)],
  },
  'a schema that is itself': { exceeds: 'levels', make: () => [{ $ref: '#' }, {}] },
  'a dynamic reference to itself': {
    exceeds: 'levels',
    make: () => [{ $dynamicAnchor: 'x', $dynamicRef: '#x' }, {}],
  },
  'a circle of schemas': {
    exceeds: 'levels',
    make: () => [{ $defs: { x: { not: { $ref: '#/$defs/y' } }, y: { not: x } }, ...x }, {}],
  },
  'a deep value': { exceeds: 'levels', make: () => [{ properties: { a: { $ref: '#' } } }, nested(100_000)] },
  'a deep value that is compared': { exceeds: 'levels', make: () => [{ enum: [{}] }, nested(100_000)] },
  'a long list of different items': {
    exceeds: 'steps',
    make: () => [{ items: { uniqueItems: true } }, [numbers(2_000_000)]],
  },
  'many looks at many properties': {
    exceeds: 'steps',
    make: () => [{ allOf: many({ minProperties: 1 }) }, longObject()],
  },
  'many looks at many items': { exceeds: 'steps', make: () => [{ allOf: many({ contains: true }) }, numbers(200_000)] },
  'many looks at a long text': {
    exceeds: 'steps',
    make: () => [{ allOf: many({ minLength: 1 }) }, 'x'.repeat(1_000_000)],
  },
  'many alternatives of many items': {
    exceeds: 'steps',
    make: () => [{ items: { anyOf: [...many(false), true] } }, numbers(1_000_000)],
  },
  'many names that are required': {
    exceeds: 'steps',
    make: () => [
      { items: { not: { required: numbers(9_000).map((i) => `n${i}`) } } },
      Array.from({ length: 100_000 }, () => ({})),
    ],
  },
  'multiples of small numbers': {
    exceeds: 'steps',
    make: () => [{ items: { multipleOf: 1e-300 } }, Array.from({ length: 500_000 }, () => 1e300)],
  },
  'what is not evaluated': {
    exceeds: 'steps',
    make: () => [{ allOf: many({ unevaluatedProperties: true }) }, longObject()],
  },
};
