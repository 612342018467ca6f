/** What people do not see and programs obey. Every expression is linear. */

/* eslint-disable no-control-regex, no-misleading-character-class -- such characters are what is looked for */

/** Sequences for terminals: commands (CSI), titles and links (OSC and the like), and what is left of either. */
export const ESCAPES =
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x80-\x9f]*(?:\x07|\x1b\\|\x9c)|\x1b[ -/]*[0-~]?/g;
/** All control characters but tab, line feed and carriage return. */
export const CONTROLS = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;
/** What turns the direction of text around, so that people read something else than is there. Marks stay. */
export const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;
/** Tags, which nobody sees, apart from the three flags that are written with them: England, Scotland, Wales. */
export const TAGS =
  /(\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f})|[\u{e0000}-\u{e007f}]/gu;
/** A character has one variation selector. In a row they can spell out bytes. */
export const SELECTORS = /([\ufe00-\ufe0f\u{e0100}-\u{e01ef}])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]+/gu;

/** Finds texts that have none of it at once. */
export const SUSPECT =
  /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufe00-\ufe0f\u{e0000}-\u{e01ef}]/u;
/* eslint-enable no-control-regex, no-misleading-character-class */
