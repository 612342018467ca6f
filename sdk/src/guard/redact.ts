import { isSecretName, redactText } from './secrets.js';

/** Options of {@link redact}. */
export interface RedactOptions {
  /** The replacement for removed text. Default `[redacted]`. */
  readonly replacement?: string | undefined;
  /** Additional names of properties that contain secrets. Case is ignored. Default: none. */
  readonly names?: readonly string[] | undefined;
  /** Whether to remove e-mail addresses as well. Default false. */
  readonly emails?: boolean | undefined;
  /** Maximum depth of objects. Default 8. */
  readonly maxDepth?: number | undefined;
  /** Maximum number of values. Default 1,000. */
  readonly maxValues?: number | undefined;
  /** Maximum characters of each string. Default 10,000. */
  readonly maxText?: number | undefined;
}

/**
 * Returns a redacted copy of data for logs and audit records: a JSON value of bounded size. It removes values of properties such as
 * `password`, `accessToken`, or `set-cookie`; keys, tokens, `Authorization` headers, and passwords in URIs in strings; credit card numbers;
 * and, with `emails`, e-mail addresses. It finds recognizable secrets only: do not log data that must stay secret. Do not show the copy to
 * a person who decides about the data, since it hides a part of them.
 */
export function redact(value: unknown, options: RedactOptions = {}): unknown {
  return new Redaction(options).copy(value, []);
}

class Redaction {
  readonly #replacement: string;
  readonly #names: ReadonlySet<string>;
  readonly #emails: boolean;
  readonly #maxDepth: number;
  readonly #maxText: number;
  #left: number;

  constructor({
    replacement = '[redacted]',
    names = [],
    emails = false,
    maxDepth = 8,
    maxValues = 1_000,
    maxText = 10_000,
  }: RedactOptions) {
    this.#replacement = replacement;
    this.#names = new Set(names.map((name) => name.toLowerCase()));
    this.#emails = emails;
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
    if (length <= this.#maxText) return this.#redacted(text);
    // Examines some more characters, so that a secret at the end of the kept part is found.
    const start = this.#redacted(text.slice(0, this.#maxText + 1_000)).slice(0, this.#maxText);
    return `${start}… [${length} characters]`;
  }

  #redacted(text: string): string {
    return redactText(text, this.#replacement, this.#emails);
  }

  /** Redacts credit card numbers that are numbers, not strings. */
  #number(value: number): number | string {
    const text = String(value);
    const redacted = this.#redacted(text);
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
