import { isSecretName, redactText } from './secrets.js';

/** How much is kept, and what stands for the rest. */
export interface RedactOptions {
  /** Stands for what was taken out. Default `[redacted]`. */
  readonly replacement?: string | undefined;
  /** More names of properties that hold secrets, besides those that are known. Their case says nothing. */
  readonly names?: readonly string[] | undefined;
  /** How many objects deep. Default 8. */
  readonly maxDepth?: number | undefined;
  /** How many values in all. Default 1,000. */
  readonly maxValues?: number | undefined;
  /** How many characters of each text. Default 10,000. */
  readonly maxText?: number | undefined;
}

/**
 * A copy of data for a log, of bounded size, and a JSON value whatever the data are. Taken out are: what stands under
 * names such as `password`, `accessToken` or `set-cookie`; in texts, what looks like a key, a token, an
 * `Authorization` header or the password in a URI; e-mail addresses and credit card numbers. It finds what can be
 * recognised, which is not everything: do not log what must stay secret.
 */
export function redact(value: unknown, options: RedactOptions = {}): unknown {
  return new Redaction(options).copy(value, []);
}

class Redaction {
  readonly #replacement: string;
  readonly #names: ReadonlySet<string>;
  readonly #maxDepth: number;
  readonly #maxText: number;
  #left: number;

  constructor({
    replacement = '[redacted]',
    names = [],
    maxDepth = 8,
    maxValues = 1_000,
    maxText = 10_000,
  }: RedactOptions) {
    this.#replacement = replacement;
    this.#names = new Set(names.map((name) => name.toLowerCase()));
    this.#maxDepth = maxDepth;
    this.#maxText = maxText;
    this.#left = maxValues;
  }

  copy(value: unknown, above: readonly object[]): unknown {
    this.#left--;
    switch (typeof value) {
      case 'string':
        return this.#text(value);
      case 'number':
        return Number.isFinite(value) ? this.#number(value) : String(value);
      case 'bigint':
        return this.#text(String(value));
      case 'boolean':
      case 'undefined':
        return value;
      case 'object':
        return value === null ? null : this.#object(value, above);
      default:
        return `[${typeof value}]`;
    }
  }

  #text(text: string): string {
    const { length } = text;
    if (length <= this.#maxText) return redactText(text, this.#replacement);
    // A little more is examined, so that a secret at the cut is not missed.
    const start = redactText(text.slice(0, this.#maxText + 1_000), this.#replacement).slice(0, this.#maxText);
    return `${start}… [${length} characters]`;
  }

  /** A card number is one as a number, too. */
  #number(value: number): number | string {
    const text = String(value);
    const redacted = redactText(text, this.#replacement);
    return redacted === text ? value : redacted;
  }

  #object(value: object, above: readonly object[]): unknown {
    if (above.includes(value)) return '[circular]';
    if (above.length >= this.#maxDepth) return Array.isArray(value) ? '[list]' : '[object]';
    const inside = [...above, value];
    try {
      if (value instanceof Error) return { name: value.name, message: this.#text(value.message) };
      if (value instanceof Map)
        return this.#properties(
          Array.from(value, ([key, item]) => [String(key), item]),
          inside,
        );
      if (value instanceof Set) return this.#items([...value], inside);
      if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
      if (Array.isArray(value)) return this.#items(value, inside);
      if ('toJSON' in value && typeof value.toJSON === 'function') {
        return this.copy((value.toJSON as () => unknown)(), inside);
      }
      return this.#properties(Object.entries(value), inside);
    } catch {
      return '[unreadable]';
    }
  }

  #items(items: readonly unknown[], inside: readonly object[]): unknown[] {
    const copied: unknown[] = [];
    for (const item of items) {
      if (this.#left <= 0) return [...copied, `… [${items.length} items]`];
      copied.push(this.copy(item, inside) ?? null);
    }
    return copied;
  }

  #properties(entries: readonly (readonly [string, unknown])[], inside: readonly object[]): object {
    const copied: [string, unknown][] = [];
    for (const [key, item] of entries) {
      if (this.#left <= 0) {
        copied.push(['…', `[${entries.length} properties]`]);
        break;
      }
      const secret = isSecretName(key) || this.#names.has(key.toLowerCase());
      copied.push([this.#text(key), secret ? this.#replacement : this.copy(item, inside)]);
    }
    return Object.fromEntries(copied);
  }
}
