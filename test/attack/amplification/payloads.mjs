/** Values of a given number of bytes as JSON, each large in its own way once it is parsed. */

const fill = (text, bytes) => text.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(text))));

/** Any JSON value, as text. */
export const VALUES = {
  objects: (bytes) => `[${fill('{},', bytes)}{}]`,
  numbers: (bytes) => `[${fill('1,', bytes)}1]`,
  arrays: (bytes) => `[${fill('[],', bytes)}[]]`,
  nested: (bytes) => '['.repeat(Math.min(bytes / 2, 100_000)) + ']'.repeat(Math.min(bytes / 2, 100_000)),
  strings: (bytes) => `[${fill('"",', bytes)}""]`,
  'many keys': (bytes) => `{${Array.from({ length: bytes / 11 }, (_, at) => `"${at}k":0`).join()}}`,
};

/** Strings, as JSON text. */
export const STRINGS = {
  'a string': (bytes) => `"${fill('x', bytes)}"`,
  'two-byte string': (bytes) => `"${fill('\u0101', bytes)}"`,
  'escapes in a string': (bytes) => `"${fill('\\u0001', bytes)}"`,
  'line breaks in a string': (bytes) => `"${fill('\\n', bytes)}"`,
};

/** Objects, as JSON text. */
export const OBJECTS = {
  'object of objects': (bytes) => `{"x":${VALUES.objects(bytes)}}`,
  'object of numbers': (bytes) => `{"x":${VALUES.numbers(bytes)}}`,
  'many keys': VALUES['many keys'],
  'a long key': (bytes) => `{"${fill('k', bytes)}":1}`,
  nested: (bytes) => `{"x":${VALUES.nested(bytes)}}`,
  'a long string': (bytes) => `{"x":${STRINGS['a string'](bytes)}}`,
};
