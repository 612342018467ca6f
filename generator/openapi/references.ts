import type { Gaps } from './gaps.js';
import { arrayOf, isObject, textOf, type JsonObject } from '../jsonValues.js';
import { InputError } from '../problems.js';
import type { ApiDocument, ForbiddenReference } from './loadDocument.js';

/** A value, and where it is in the document. */
export interface Located {
  readonly value: unknown;
  /** Its JSON Pointer, with `#` at the start. */
  readonly pointer: string;
}

/** A reference to a document that is not allowed was followed. */
class ForbiddenError extends InputError {
  /** What is wrong, without a subject and a period. */
  readonly gap: string;

  constructor(reference: string, { place, allowance }: ForbiddenReference) {
    const problem = `refers to another document, ${JSON.stringify(reference)}, which is not allowed`;
    super(`${place} ${problem}.${allowance === undefined ? '' : ` ${allowance.replace(/^t/, 'T')}.`}`);
    this.gap = `${problem}, so it is left out${allowance === undefined ? '' : `; ${allowance}`}`;
  }
}

/** The maximum number of references that lead from one to the next. */
const MAX_CHAIN = 50;

/** The maximum characters of a reference. */
const MAX_REFERENCE = 10_000;

/** Keywords that say something about a value, and accept any. */
const ANNOTATIONS = new Set(
  'title summary description default deprecated readOnly writeOnly example examples nullable externalDocs xml discriminator $comment'.split(
    ' ',
  ),
);

/** Follows the references of a document. */
export class References {
  readonly #root: JsonObject;
  readonly #gaps: Gaps;
  readonly #forbidden: ReadonlyMap<string, ForbiddenReference>;
  /** Since OpenAPI 3.1, schemas are those of JSON Schema, in which keywords beside a reference count. */
  readonly #hasSiblings: boolean;
  /** Schemas with a reference as a part, by the schemas with a reference beside other keywords. Other schemas by themselves. */
  readonly #wholes = new WeakMap<object, JsonObject>();

  constructor({ root, version, forbidden }: Pick<ApiDocument, 'root' | 'version' | 'forbidden'>, gaps: Gaps) {
    this.#root = root;
    this.#gaps = gaps;
    this.#forbidden = forbidden;
    this.#hasSiblings = version === '3.1' || version === '3.2';
  }

  /**
   * Returns the value that a value refers to, or the value itself. Undefined, with a gap, if the reference leads nowhere.
   *
   * @throws {InputError} if the reference must not be followed
   */
  follow(value: unknown, pointer: string): Located {
    return this.#follow({ value, pointer }, (each) => each, this.#report);
  }

  /** Returns the same value. A reference that must not be followed is a gap, and the value undefined. */
  followIfAllowed(value: unknown, pointer: string): Located {
    try {
      return this.follow(value, pointer);
    } catch (error) {
      if (!(error instanceof ForbiddenError)) throw error;
      this.#gaps.add(pointer, error.gap);
      return { value: undefined, pointer };
    }
  }

  /** Returns the schema that a schema refers to, or the schema itself, as `follow` does. */
  followSchema(value: unknown, pointer: string): Located {
    return this.#follow({ value, pointer }, (each) => this.whole(each), this.#report);
  }

  /** Returns the same schema, or undefined, without a gap or an error: for schemas that are followed elsewhere, too. */
  peek(value: unknown): unknown {
    try {
      const start = { value, pointer: '#' };
      const ignore = (): void => undefined;
      return this.#follow(start, (each) => this.whole(each), ignore).value;
    } catch (error) {
      if (error instanceof ForbiddenError) return undefined;
      throw error;
    }
  }

  /** Returns a schema, with a reference beside other keywords as a part of `allOf`, if these keywords count. */
  whole(schema: unknown): unknown {
    if (!this.#hasSiblings || !isObject(schema) || textOf(schema['$ref']) === undefined) return schema;
    // It is the same one each time, so that what refers to itself ends.
    const known = this.#wholes.get(schema);
    if (known !== undefined) return known;
    const { $ref, ...others } = schema;
    const isPlain = Object.keys(others).every((keyword) => ANNOTATIONS.has(keyword) || keyword.startsWith('x-'));
    const whole = isPlain ? schema : { ...others, allOf: [...arrayOf(others['allOf']), { $ref }] };
    this.#wholes.set(schema, whole);
    return whole;
  }

  readonly #report = (place: string, message: string): void => this.#gaps.add(place, message);

  #follow(
    start: Located,
    wholeOf: (value: unknown) => unknown,
    report: (place: string, message: string) => void,
  ): Located {
    const { pointer } = start;
    let located = { value: wholeOf(start.value), pointer };
    for (let count = 0; count < MAX_CHAIN; count++) {
      const target = isObject(located.value) ? textOf(located.value['$ref']) : undefined;
      if (target === undefined) return located;
      const problem = this.#forbidden.get(target);
      if (problem !== undefined) throw new ForbiddenError(target, problem);
      const found = this.#at(target);
      if (found === undefined) {
        report(located.pointer, `the reference ${JSON.stringify(target)} leads nowhere, so it is left out`);
        return { value: undefined, pointer };
      }
      located = { value: wholeOf(found), pointer: target };
    }
    report(pointer, 'the reference leads to itself, so it is left out');
    return { value: undefined, pointer };
  }

  /** Returns the value at a JSON Pointer that starts with `#`; undefined if there is none. */
  #at(pointer: string): unknown {
    if (pointer === '#') return this.#root;
    if (!pointer.startsWith('#/') || pointer.length > MAX_REFERENCE) return undefined;
    let value: unknown = this.#root;
    for (const part of pointer.slice(2).split('/')) {
      const key = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~');
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
      value = (value as JsonObject)[key];
    }
    return value;
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
