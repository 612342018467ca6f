// Large values are written as recipes, so that a round stays small enough to be printed, shrunk, and stored:
//
//   { $deep: n }               n arrays in each other
//   { $nested: n }             n objects in each other
//   { $repeat: [text, n] }     a string
//   { $many: [value, n] }      an array of equal values
//   { $keys: n }               an object with n keys
//   { $twice: [key, a, b] }    an object that has a key twice
//   { $json: text }            the text itself, which need not be JSON

const RECIPES = {
  $deep: (count) => '['.repeat(count) + ']'.repeat(count),
  $nested: (count) => '{"a":'.repeat(count) + '{}' + '}'.repeat(count),
  $repeat: ([text, count]) => JSON.stringify(text.repeat(count)),
  $many: ([value, count]) => `[${Array(count).fill(toText(value)).join()}]`,
  $keys: (count) => `{${Array.from({ length: count }, (_, at) => `"k${at}":${at}`).join()}}`,
  $twice: ([key, first, second]) =>
    `{${JSON.stringify(key)}:${toText(first)},${JSON.stringify(key)}:${toText(second)}}`,
  $json: (text) => text,
};

/** Returns the JSON text of a value, with recipes carried out. */
export function toText(value) {
  if (value === undefined) return 'null';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(toText).join()}]`;
  const keys = Object.keys(value);
  if (keys.length === 1 && Object.hasOwn(RECIPES, keys[0])) return RECIPES[keys[0]](value[keys[0]]);
  return `{${keys.map((key) => `${JSON.stringify(key)}:${toText(value[key])}`).join()}}`;
}

/** Returns a text without line breaks, so that it can be sent as a line. */
export function oneLine(text) {
  return text.replaceAll('\n', ' ');
}
