/** Takes out of texts what people do not see and programs obey. Every expression is linear. */

/* eslint-disable no-control-regex, no-misleading-character-class -- such characters are what is looked for */

/** Sequences for terminals: commands (CSI), titles and links (OSC and the like), and what is left of either. */
const ESCAPES =
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x80-\x9f]*(?:\x07|\x1b\\|\x9c)|\x1b[ -/]*[0-~]?/g;
/** All control characters but tab, line feed and carriage return. */
const CONTROLS = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;
/** What turns the direction of text around, so that people read something else than is there. Marks stay. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;
/** Tags, which nobody sees, apart from the three flags that are written with them: England, Scotland, Wales. */
const TAGS =
  /(\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f})|[\u{e0000}-\u{e007f}]/gu;
/** A character has one variation selector. In a row they can spell out bytes. */
const SELECTORS = /([\ufe00-\ufe0f\u{e0100}-\u{e01ef}])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]+/gu;

const SUSPECT = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufe00-\ufe0f\u{e0000}-\u{e01ef}]/u;
/* eslint-enable no-control-regex, no-misleading-character-class */

/**
 * A text without control characters (but tabs and line breaks), escape sequences of terminals, changes of direction, and
 * invisible tags. Other text is left as it is: all scripts, emoji, joiners, and marks of direction.
 */
export function sanitizeText(text: string): string {
  if (!SUSPECT.test(text)) return text;
  return text
    .replace(ESCAPES, '')
    .replace(CONTROLS, '')
    .replace(DIRECTIONS, '')
    .replace(TAGS, (_, flag: string | undefined) => flag ?? '')
    .replace(SELECTORS, '$1');
}

/**
 * The default sanitiser of what tools, prompts and resources give out: {@link sanitizeText} for every text in a JSON
 * value, but for the names of properties. What needs no change stays the object that it was.
 */
export function sanitize<Value>(value: Value): Value {
  return clean(value) as Value;
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return sanitizeText(value);
  if (typeof value !== 'object' || value === null) return value;
  const given = value as { readonly [key: string]: unknown };
  let copy: { [key: string]: unknown } | undefined;
  for (const key of Object.keys(given)) {
    const cleaned = clean(given[key]);
    if (cleaned === given[key]) continue;
    copy ??= (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as { [key: string]: unknown };
    copy[key] = cleaned;
  }
  return copy ?? value;
}
