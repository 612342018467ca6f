/**
 * Parses the subset of YAML that frontmatter uses: mappings and sequences by indentation, plain and quoted scalars, flow sequences of
 * scalars, and block scalars. Everything else is an error: anchors, tags, flow mappings, and several documents.
 */

interface Line {
  readonly indent: number;
  readonly text: string;
  readonly number: number;
}

/** Maximum nesting depth. */
const DEEPEST = 20;

/** Maximum characters of one line, which bounds the time of regular expressions. */
const MAX_LINE_LENGTH = 4_096;

const QUOTED_KEY = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')\s*:(?:\s(.*)|)$/;

/** Splits a line into key and value; undefined if it is not a key with a value. */
function keyAndValue(text: string): readonly [key: string, value: string] | undefined {
  const [, quoted, behind = ''] = QUOTED_KEY.exec(text) ?? [];
  if (quoted !== undefined) return [quoted, behind.trim()];
  const end = text.search(/:(?:\s|$)/);
  const key = text.slice(0, Math.max(end, 0)).trimEnd();
  if (key === '' || /^["'#&*!|>%@`[\]{},?-]|\s#/.test(key)) return undefined;
  return [key, text.slice(end + 1).trim()];
}

/**
 * Parses YAML.
 *
 * @throws {SyntaxError} for unsupported YAML, with its line.
 */
export function parseYaml(text: string): unknown {
  const raw = text.split(/\r?\n/);
  const reader = new Reader(raw);
  const value = reader.block(0, 0);
  reader.end();
  return value;
}

class Reader {
  readonly #raw: readonly string[];
  #at = 0;

  constructor(raw: readonly string[]) {
    this.#raw = raw;
  }

  /** Parses a mapping or a sequence. Returns null if there is nothing. */
  block(indent: number, depth: number): unknown {
    if (depth > DEEPEST) throw this.#fail('is nested too deeply');
    const line = this.#peek();
    if (line === undefined || line.indent < indent) return null;
    return isItem(line.text) ? this.#list(line.indent, depth) : this.#mapping(line.indent, depth);
  }

  /** @throws {SyntaxError} if input remains. */
  end(): void {
    if (this.#peek() !== undefined) throw this.#fail('has inconsistent indentation');
  }

  #mapping(indent: number, depth: number): object {
    const entries = new Map<string, unknown>();
    for (let line = this.#peek(); line?.indent === indent && !isItem(line.text); line = this.#peek()) {
      const found = keyAndValue(line.text);
      if (found === undefined) throw this.#fail('is not a key with a value');
      const [key, value] = found;
      const name = String(/^["']/.test(key) ? this.#scalar(key) : key);
      if (entries.has(name)) throw this.#fail('repeats a key');
      this.#at = line.number + 1;
      entries.set(name, this.#value(value, indent, depth));
    }
    return Object.fromEntries(entries);
  }

  #list(indent: number, depth: number): unknown[] {
    const items: unknown[] = [];
    for (let line = this.#peek(); line?.indent === indent && isItem(line.text); line = this.#peek()) {
      const text = line.text.slice(1).trim();
      if (!/^["'[]/.test(text) && keyAndValue(text) !== undefined)
        throw this.#fail('has a mapping in a sequence, which is not supported');
      this.#at = line.number + 1;
      items.push(this.#value(text, indent, depth, false));
    }
    return items;
  }

  /** Parses the value after a key or hyphen, on the same line or the following lines. */
  #value(text: string, indent: number, depth: number, isBehindKey = true): unknown {
    if (/^[|>]/.test(text)) return this.#text(text, indent);
    if (text !== '' && !text.startsWith('#')) return this.#scalar(text);
    const next = this.#peek();
    // The items of a sequence may have the same indentation as its key.
    const isBelow =
      next !== undefined && (next.indent > indent || (isBehindKey && next.indent === indent && isItem(next.text)));
    return isBelow ? this.block(next.indent, depth + 1) : null;
  }

  /** Parses a block scalar: `|` keeps line breaks, `>` folds them to spaces. */
  #text(header: string, indent: number): string {
    const [, style, chomping] = /^([|>])([+-]?)\s*(?:#.*)?$/.exec(header) ?? [];
    if (style === undefined) throw this.#fail('has an unsupported kind of block scalar', -1);
    const lines: string[] = [];
    let own: number | undefined;
    for (; this.#at < this.#raw.length; this.#at++) {
      const line = this.#raw[this.#at] ?? '';
      const width = line.length - line.trimStart().length;
      if (line.trim() !== '' && width <= indent) break;
      if (line.trim() !== '') own ??= width;
      if (line.trim() !== '' && width < (own ?? 0))
        throw this.#fail('is indented less than the block scalar that it continues');
      lines.push(line.slice(own ?? indent + 1));
    }
    const body = lines.join('\n');
    const kept = body.replace(/(?<!\n)\n+$/, '');
    const folded = style === '|' ? kept : kept.replace(/(\S)\n(?=\S)/g, '$1 ').replace(/\n\n/g, '\n');
    if (chomping === '-' || folded === '') return folded;
    return chomping === '+' ? `${folded}${body.slice(kept.length)}\n` : `${folded}\n`;
  }

  #scalar(given: string): unknown {
    if (given.startsWith('[')) return this.#flow(given);
    const quoted = /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)')\s*(?:#.*)?$/.exec(given);
    if (quoted?.[2] !== undefined) return quoted[2].replaceAll("''", "'");
    if (quoted?.[1] !== undefined) {
      try {
        return JSON.parse(`"${quoted[1]}"`);
      } catch {
        throw this.#fail('has an unsupported escape sequence', -1);
      }
    }
    const text = (given.split(/\s#/, 1)[0] ?? '').trim();
    if (/^["'{&*!%@`|>]|: |:$/.test(text)) throw this.#fail('has an unsupported value', -1);
    // Plain scalars that continue on further indented lines are not supported.
    if (text === '' || text === '~' || /^null$/i.test(text)) return null;
    if (/^(?:true|false)$/i.test(text)) return /^true$/i.test(text);
    return /^[-+]?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/.test(text) ? Number(text) : text;
  }

  /** Parses a flow sequence of scalars on one line. */
  #flow(given: string): unknown[] {
    const [, inside] = /^\[(.*)\]\s*(?:#.*)?$/.exec(given) ?? [];
    if (inside === undefined || /[[\]{}]/.test(inside)) throw this.#fail('has an unsupported sequence', -1);
    // A quote inside a plain item is part of it.
    const items = inside.match(/\s*(?:"(?:[^"\\]|\\.)*"\s*|'(?:[^']|'')*'\s*|[^,"'\s][^,]*)?(?:,|$)/gy) ?? [];
    if (items.join('') !== inside) throw this.#fail('has an unsupported sequence', -1);
    const texts = items.map((item) => item.replace(/,$/, '').trim());
    return texts.flatMap((item) => (item === '' ? [] : [this.#scalar(item)]));
  }

  /** Returns the next line with content. */
  #peek(): Line | undefined {
    for (; this.#at < this.#raw.length; this.#at++) {
      const raw = this.#raw[this.#at] ?? '';
      if (raw.length > MAX_LINE_LENGTH) throw this.#fail(`is longer than ${MAX_LINE_LENGTH} characters`);
      const text = raw.trim();
      if (text === '' || text.startsWith('#')) continue;
      const indent = raw.length - raw.trimStart().length;
      if (raw.slice(0, indent).includes('\t')) throw this.#fail('is indented with a tab');
      return { indent, text, number: this.#at };
    }
    return undefined;
  }

  #fail(what: string, offset = 0): SyntaxError {
    return new SyntaxError(
      `Line ${this.#at + 1 + offset} of the YAML ${what}. Use simpler YAML, or set the option parseYaml`,
    );
  }
}

function isItem(text: string): boolean {
  return text === '-' || text.startsWith('- ');
}
