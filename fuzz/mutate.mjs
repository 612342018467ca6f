/** Changes that make valid messages invalid, or unusual. */

const PLAIN = [null, true, false, 0, -1, 1.5, 2 ** 53, -(2 ** 53), 1e308, '', 'x', [], {}, [[]], [null], { a: {} }];
const STRANGE = [
  '__proto__',
  'constructor',
  '\0',
  '\u2028\u2029',
  '\u202e\u200b',
  '\ud800',
  '\u{1f600}'.repeat(10),
  { constructor: { prototype: { polluted: 1 } } },
  { then: 1 },
  { toJSON: 1 },
  { length: 2 ** 32 },
  { $json: '{"__proto__":{"polluted":1}}' },
  { $json: '1e400' },
  { $json: '-0' },
  { $json: '1e21' },
];

/** Returns a value that is probably not expected where it comes to stand. Large values are recipes. */
export function oddValue(random) {
  return random.weighted([
    [150, structuredClone(random.pick(PLAIN))],
    [60, structuredClone(random.pick(STRANGE))],
    [2, { $deep: 10 ** (1 + random.below(4)) }],
    [2, { $nested: 10 ** (1 + random.below(4)) }],
    [2, { $repeat: [random.pick(['x', '\n', '\u00e9', '\u{1f600}']), 10 ** (1 + random.below(5))] }],
    [1, { $many: [random.pick([0, {}, [], '']), 10 ** (1 + random.below(5))] }],
    [1, { $keys: 10 ** (1 + random.below(4)) }],
    [1, { $twice: ['id', 1, 2] }],
  ]);
}

/** Returns a copy of a message with up to three changes. */
export function mutate(random, message) {
  const copy = structuredClone(message);
  let root = copy;
  for (let left = 1 + random.below(3); left > 0; left--) root = mutateOnce(random, root);
  return root;
}

function mutateOnce(random, root) {
  const places = placesIn(root);
  if (places.length === 0) return oddValue(random);
  const [holder, key] = random.pick(places);
  switch (random.below(Array.isArray(holder) ? 3 : 5)) {
    case 0:
      if (Array.isArray(holder)) holder.splice(key, 1);
      else Reflect.deleteProperty(holder, key);
      break;
    case 1:
      holder[key] = oddValue(random);
      break;
    case 2:
      if (Array.isArray(holder)) holder.push(structuredClone(holder[key]));
      else holder[key] = [holder[key]];
      break;
    case 3:
      holder[random.pick(['id', 'method', 'params', 'result', 'error', '_meta', 'jsonrpc', 'cursor', 'uri', 'x'])] =
        oddValue(random);
      break;
    case 4:
      holder[`${key} `] = holder[key];
      Reflect.deleteProperty(holder, key);
      break;
  }
  return random.chance(0.02) ? [root] : root;
}

/** Every place in a value, as what holds it and its key. */
function placesIn(value, found = []) {
  if (typeof value !== 'object' || value === null) return found;
  for (const key of Object.keys(value)) {
    if (key.startsWith('$')) continue;
    found.push([value, Array.isArray(value) ? Number(key) : key]);
    placesIn(value[key], found);
  }
  return found;
}

/** Returns a JSON text with a change that JSON does not allow, or that readers may take in different ways. */
export function mutateText(random, text) {
  const at = random.below(text.length + 1);
  switch (random.below(9)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return (
        text.slice(0, at) + random.pick(['\0', '"', '}', ']', ',', '\\', '\ufeff', 'NaN', "'", '\t']) + text.slice(at)
      );
    case 2:
      return text.slice(0, at) + text.slice(at + 1);
    case 3:
      return `\ufeff${text}`;
    case 4:
      return text + text;
    case 5:
      return `${text},`;
    case 6:
      return text.replace('{', '{"id":1,"id":"twice",');
    case 7:
      return ` \t${text} \r`;
    default:
      return random.pick(['', ' ', 'hello', 'null', '7', '"ping"', '[]', '{}', '[[]]', '[1,1,1]', 'NaN', '\0\0']);
  }
}
