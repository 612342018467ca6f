// Makes values with one mistake: at each place of a value that a schema of a document constrains, one for each keyword.

const MOST_DEPTH = 10;
/** The most items of an array that are changed. */
const MOST_ITEMS = 2;
/** The longest string or array that is made. */
const MOST_LENGTH = 5_000;

/**
 * Returns the values, each with the keyword that it breaks. The whole schema may accept some of them: a part of `anyOf` is not the only one.
 *
 * @param schemas the `DocumentSchemas`
 */
export function mistakesIn(schemas, pointer, value) {
  const found = new Map();
  visit(pointer, value, (mistake) => mistake, 0);
  return [...found.values()];

  function visit(place, part, rebuild, depth) {
    const own = schemas.follow(place);
    const schema = schemas.at(own);
    if (typeof schema !== 'object' || schema === null || depth > MOST_DEPTH) return;
    for (const [keyword, wrong] of wrongValues(schema, part)) {
      const whole = rebuild(wrong);
      found.set(JSON.stringify(whole), { keyword, value: whole });
    }
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
      for (const index of (schema[keyword] ?? []).keys()) visit(`${own}/${keyword}/${index}`, part, rebuild, depth + 1);
    }
    if (Array.isArray(part)) {
      for (const [index, item] of part.slice(0, MOST_ITEMS).entries())
        visit(`${own}/items`, item, (mistake) => rebuild(part.with(index, mistake)), depth + 1);
    } else if (typeof part === 'object' && part !== null) {
      for (const [name, each] of Object.entries(part)) {
        if (!Object.hasOwn(schema.properties ?? {}, name)) continue;
        const inner = `${own}/properties/${name.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('%', '%25')}`;
        visit(inner, each, (mistake) => rebuild({ ...part, [name]: mistake }), depth + 1);
      }
    }
  }
}

function wrongValues(schema, value) {
  if (typeof value === 'string') return [...anyMistakes(schema), ...stringMistakes(schema, value)];
  if (typeof value === 'number') return [...anyMistakes(schema), ...numberMistakes(schema, value)];
  if (Array.isArray(value)) return [...anyMistakes(schema), ...arrayMistakes(schema, value)];
  if (typeof value === 'object' && value !== null) return [...anyMistakes(schema), ...objectMistakes(schema, value)];
  return anyMistakes(schema);
}

function anyMistakes({ type, enum: allowed, const: only }) {
  const types = [type ?? []].flat();
  const [other] = [
    ['object', { wrong: true }],
    ['string', 'wrong'],
    ['boolean', true],
    ['array', []],
  ].filter(([name]) => !types.includes(name));
  const known = Array.isArray(allowed) ? allowed : only === undefined ? [] : [only];
  const isText = typeof known.find((each) => each !== null) === 'string';
  return [
    ...(types.length > 0 && other !== undefined ? [['type', other[1]]] : []),
    ...(known.length > 0 ? [['enum', isText ? 'not one of these' : 987_654_321]] : []),
  ];
}

function stringMistakes({ pattern, minLength, maxLength }, value) {
  return [
    ...(typeof pattern === 'string' ? ['\u2603 ', ''].map((each) => ['pattern', each]) : []),
    ...(minLength > 0 ? [['minLength', value.slice(0, minLength - 1)]] : []),
    ...(maxLength < MOST_LENGTH
      ? [['maxLength', (value === '' ? 'x' : value).repeat(maxLength + 1).slice(0, maxLength + 1)]]
      : []),
  ];
}

function numberMistakes({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }, value) {
  const bounds = [
    ['minimum', minimum, exclusiveMinimum, -1],
    ['maximum', maximum, exclusiveMaximum, 1],
  ];
  return [
    ...bounds.flatMap(([keyword, bound, exclusive, step]) => [
      ...(typeof bound === 'number' ? [[keyword, exclusive === true ? bound : bound + step]] : []),
      ...(typeof exclusive === 'number' ? [[keyword, exclusive]] : []),
    ]),
    ...(multipleOf > 0 ? [['multipleOf', value + multipleOf / 2]] : []),
  ];
}

function arrayMistakes({ minItems, maxItems, uniqueItems }, value) {
  return [
    ...(minItems > 0 ? [['minItems', value.slice(0, minItems - 1)]] : []),
    ...(maxItems < MOST_LENGTH && value.length > 0
      ? [['maxItems', Array.from({ length: maxItems + 1 }, (_, index) => value[index % value.length])]]
      : []),
    ...(uniqueItems === true && value.length > 0 ? [['uniqueItems', [...value, value[0]]]] : []),
  ];
}

function objectMistakes({ required, additionalProperties }, value) {
  const without = (name) => Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
  const names = Array.isArray(required) ? required.filter((name) => Object.hasOwn(value, name)) : [];
  return [
    ...names.map((name) => ['required', without(name)]),
    ...(additionalProperties === false ? [['additionalProperties', { ...value, 'not a property': 1 }]] : []),
  ];
}
