/** Characters that are invisible to people and affect programs. Every regular expression takes linear time. */

import { lazy } from '@mcp-gen/runtime';

/* oxlint-disable no-control-regex, no-misleading-character-class -- such characters are what is looked for */

/** Terminal sequences: commands (CSI), titles and links (OSC and similar), and remains of either. */
export const ESCAPES =
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x80-\x9f]*(?:\x07|\x1b\\|\x9c)|\x1b[ -/]*[0-~]?/g;
/** All control characters except tab, line feed, and carriage return. */
export const CONTROLS = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;

/**
 * Quickly finds texts without such characters. The ranges are wide, and exclude the scripts and punctuation of most texts: a few ranges are
 * several times faster than a Unicode property.
 */
const MAY_BE_HIDDEN = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\xad\u034f\u0590-\u200f\u2028-\u2070\u3160-\u33ff\ud7a4-\uffff]/;
/* eslint-enable no-control-regex, no-misleading-character-class */

/** Texts up to this length are scanned with a loop, since calling a regular expression takes longer. */
const SHORT = 40;
const FIRST_PRINTABLE = 0x20;
const LAST_PRINTABLE = 0x7e;

/** Returns whether a text may have invisible characters. If false, it has none. */
export function mayHaveHidden(text: string): boolean {
  if (text.length > SHORT) return MAY_BE_HIDDEN.test(text);
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < FIRST_PRINTABLE || unit > LAST_PRINTABLE) return MAY_BE_HIDDEN.test(text);
  }
  return false;
}

/**
 * Runs of format characters and default-ignorable characters. Signs around numbers and verses are visible format characters, and excluded.
 */
const RUNS = lazy(
  () =>
    new RegExp(
      String.raw`(?:(?![\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}])[\p{Cf}\p{Default_Ignorable_Code_Point}])+`,
      'gu',
    ),
);

/** Returns a character class for scripts. */
function scripts(names: string): string {
  return names
    .split(' ')
    .map((name) => String.raw`\p{scx=${name}}`)
    .join('');
}

/** Scripts in which joiners and non-joiners visibly change letters. */
const JOINED = (): string =>
  scripts(
    'Adlam Arabic Balinese Bengali Devanagari Gujarati Gurmukhi Hanifi_Rohingya Javanese Kannada Malayalam Mandaic Mongolian Nko ' +
      'Oriya Sinhala Syriac Tamil Telugu',
  );

/** A zero-width space after a letter of a script without spaces allows a line break. */
const BREAK = lazy(() => new RegExp(`^[${scripts('Khmer Lao Myanmar Thai Tibetan')}]\u200b`, 'u'));

/** Runs that scripts and emoji need, together with the character before, a null, and the character after. */
const NEEDED = lazy(
  () =>
    new RegExp(
      `^(?:${[
        // The style of an emoji, or a keycap.
        String.raw`\p{Extended_Pictographic}[\ufe0e\ufe0f]\0`,
        String.raw`[0-9#*]\ufe0f\0\u20e3`,
        // A joined emoji sequence.
        String.raw`[\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?\u200d\0\p{Extended_Pictographic}`,
        // A registered variant of a mathematical sign: ∅ ∩ ∪ ≨ ≩ ≲ ≳ ⊊ ⊋ ⊓ ⊔ ⊕ ⊗ ⊜ ⋚ ⋛ ⨼ ⨽ ⪝ ⪞ ⪬ ⪭ ⫋ ⫌. Escaped, since a file that has only ASCII is read faster.
        String.raw`[\u2205\u2229\u222a\u2268\u2269\u2272\u2273\u228a\u228b\u2293\u2294\u2295\u2297\u229c\u22da\u22db\u2a3c\u2a3d\u2a9d\u2a9e\u2aac\u2aad\u2acb\u2acc]\ufe00\0`,
        // A joiner, or a variant of a letter.
        String.raw`[${JOINED()}][\u180b-\u180f\u200c\u200d]\0`,
        // The flags of England, Scotland, and Wales.
        String.raw`\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}\0`,
      ].join('|')})`,
      'u',
    ),
);
/** Code units of the longest needed run. */
const MAX_RUN = 12;

const FIRST_STANDARD = 0xfe00;
const IDEOGRAPH = lazy(() => new RegExp(String.raw`^\p{Script=Han}`, 'u'));
const IDEOGRAPHIC_SELECTOR = /^[\u{e0100}-\u{e01ef}]$/u;

/**
 * How many ideographs of a text keep a selector of the ideographic variation database, which has tens of thousands of sequences and is not
 * part of JavaScript. Names and addresses need a few, while a hidden message needs one for each letter.
 */
const MAX_IDEOGRAPHIC = 16;

/** How many standardized variants an ideograph has: one for each compatibility ideograph that is equivalent to it. */
const standardVariants = lazy(() => {
  const counts = new Map<string, number>();
  for (const [first, last] of [
    [0xf900, 0xfaff],
    [0x2f800, 0x2fa1f],
  ] as const) {
    for (let point = first; point <= last; point++) {
      const compatible = String.fromCodePoint(point);
      const ideograph = compatible.normalize('NFD');
      if (ideograph !== compatible) counts.set(ideograph, (counts.get(ideograph) ?? 0) + 1);
    }
  }
  return counts;
});

/** Returns whether a selector after an ideograph stands for a standardized variant of it. */
function isStandardVariant(ideograph: string, selector: string): boolean {
  const index = selector.charCodeAt(0) - FIRST_STANDARD;
  return selector.length === 1 && index >= 0 && index < (standardVariants().get(ideograph) ?? 0);
}

const MARK = /^[\u200e\u200f\u061c]$/;
const RIGHT_TO_LEFT = /[\u0590-\u061b\u061d-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Replaces invisible characters, except those that scripts and emoji need: single joiners, selectors of registered variants, a few selectors
 * of the ideographic variation database, and the tags of flags.
 *
 * @param keepLayout whether to keep layout characters, too: single direction marks in texts with right-to-left letters, and line break
 *   opportunities in scripts without spaces
 */
export function replaceInvisible(text: string, replacement: (run: string) => string, keepLayout: boolean): string {
  let isBothWays: boolean | undefined;
  let ideographic = 0;
  const isVariant = (ideograph: string, run: string): boolean =>
    IDEOGRAPHIC_SELECTOR.test(run)
      ? IDEOGRAPH().test(ideograph) && ++ideographic <= MAX_IDEOGRAPHIC
      : isStandardVariant(ideograph, run);
  const isLayout = (run: string, before: string): boolean =>
    MARK.test(run) ? (isBothWays ??= RIGHT_TO_LEFT.test(text)) : run === '\u200b' && BREAK().test(before + run);
  return text.replace(RUNS(), (run, at: number) => {
    if (run.length > MAX_RUN) return replacement(run);
    const [before = ''] = Array.from(text.slice(Math.max(0, at - 2), at)).slice(-1);
    const [after = ''] = text.slice(at + run.length, at + run.length + 2);
    const isKept =
      NEEDED().test(`${before}${run}\0${after}`) || isVariant(before, run) || (keepLayout && isLayout(run, before));
    return isKept ? run : replacement(run);
  });
}
