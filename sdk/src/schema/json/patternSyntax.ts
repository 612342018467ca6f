/** Parses regular expressions. */

/** A regular expression, or a part of one. */
export type Node =
  /** One character. */
  | { readonly kind: 'one'; readonly accepts: (character: string) => boolean }
  | { readonly kind: 'sequence'; readonly parts: readonly Node[] }
  | { readonly kind: 'either'; readonly branches: readonly Node[] }
  | { readonly kind: 'repeat'; readonly part: Node; readonly least: number; readonly most: number }
  /** A condition between two characters. */
  | { readonly kind: 'where'; readonly what: 'start' | 'end' | 'word boundary' | 'no word boundary' | Lookahead };

/** A positive or negative lookahead. */
export interface Lookahead {
  readonly ahead: Node;
  readonly wanted: boolean;
}

/** Maximum characters of a pattern. */
export const MAX_PATTERN = 2_000;

/** @param fail rejects a pattern that is invalid, too long, or has features whose time cannot be bounded */
export function parsePattern(source: string, fail: (problem: string) => never): Node {
  if (source.length > MAX_PATTERN)
    fail(`expected a pattern of at most ${MAX_PATTERN} characters, got ${source.length}`);
  // Most patterns are written for Unicode mode; some have escapes that only the legacy mode allows.
  const flags = isPattern(source, 'u') ? 'u' : '';
  if (flags === '' && !isPattern(source, '')) fail(`expected a regular expression, got ${JSON.stringify(source)}`);
  return new Parser(source, flags, fail).parse();
}

function isPattern(source: string, flags: string): boolean {
  try {
    new RegExp(source, flags);
    return true;
  } catch {
    return false;
  }
}

/** One escaped character, or a class. */
const ESCAPE =
  /\\(?:u\{[0-9A-Fa-f]+\}|u[Dd][89ABab][0-9A-Fa-f]{2}\\u[Dd][C-Fc-f][0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|c[A-Za-z]|[pP]\{[^}]*\}|[^])/y;
const QUANTIFIER = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y;
const GROUP = /\((?:\?(?:(:)|(=)|(!)|(<[=!])|<[^>]*>|([^])))?/y;

/** Parses a pattern that JavaScript has accepted. */
class Parser {
  readonly #source: string;
  readonly #flags: string;
  readonly #fail: (problem: string) => never;
  #at = 0;

  constructor(source: string, flags: string, fail: (problem: string) => never) {
    this.#source = source;
    this.#flags = flags;
    this.#fail = fail;
  }

  parse(): Node {
    const branches = [this.#sequence()];
    while (this.#take('|')) branches.push(this.#sequence());
    return branches.length === 1 && branches[0] ? branches[0] : { kind: 'either', branches };
  }

  #sequence(): Node {
    const parts: Node[] = [];
    while (this.#at < this.#source.length && !this.#sees('|') && !this.#sees(')'))
      parts.push(this.#repeated(this.#part()));
    return { kind: 'sequence', parts };
  }

  #repeated(part: Node): Node {
    const found = this.#match(QUANTIFIER);
    if (!found) return part;
    const [, sign, from, comma, to] = found;
    if (sign !== undefined)
      return { kind: 'repeat', part, least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : Infinity };
    const least = Number(from);
    const most = comma === undefined ? least : to === '' ? Infinity : Number(to);
    return { kind: 'repeat', part, least, most };
  }

  #part(): Node {
    if (this.#sees('(')) return this.#group();
    if (this.#take('^')) return { kind: 'where', what: 'start' };
    if (this.#take('$')) return { kind: 'where', what: 'end' };
    if (this.#take('\\b')) return { kind: 'where', what: 'word boundary' };
    if (this.#take('\\B')) return { kind: 'where', what: 'no word boundary' };
    if (this.#sees('[')) return this.#ofJavaScript(this.#class());
    if (this.#take('.')) return this.#ofJavaScript('.');
    if (this.#sees('\\')) return this.#escape();
    const character = this.#character();
    return { kind: 'one', accepts: (other) => other === character };
  }

  #group(): Node {
    const [, , ahead, notAhead, behind, unknown] = this.#match(GROUP) ?? [];
    if (behind !== undefined) this.#fail('lookbehinds are not supported, as their time cannot be bounded');
    if (unknown !== undefined) this.#fail('groups with flags are not supported');
    const inner = this.parse();
    this.#take(')');
    return ahead === undefined && notAhead === undefined
      ? inner
      : { kind: 'where', what: { ahead: inner, wanted: ahead !== undefined } };
  }

  #escape(): Node {
    const [text = ''] = this.#match(ESCAPE) ?? [];
    if (/^\\[1-9k]/.test(text)) this.#fail('backreferences are not supported, as their time cannot be bounded');
    return this.#ofJavaScript(text);
  }

  /** Parses a class from its opening to its closing bracket. */
  #class(): string {
    const from = this.#at;
    for (this.#at++; !this.#sees(']'); this.#at++) if (this.#sees('\\')) this.#at++;
    this.#at++;
    return this.#source.slice(from, this.#at);
  }

  #ofJavaScript(atom: string): Node {
    const expression = new RegExp(`^${atom}$`, this.#flags);
    return { kind: 'one', accepts: (character) => expression.test(character) };
  }

  #character(): string {
    const character = String.fromCodePoint(this.#source.codePointAt(this.#at) ?? 0);
    this.#at += character.length;
    return character;
  }

  #match(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#source);
    if (found) this.#at = expression.lastIndex;
    return found;
  }

  #sees(text: string): boolean {
    return this.#source.startsWith(text, this.#at);
  }

  #take(text: string): boolean {
    const seen = this.#sees(text);
    if (seen) this.#at += text.length;
    return seen;
  }
}
