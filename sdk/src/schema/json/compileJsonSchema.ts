/**
 * Compiles a JSON Schema to functions that check values, without generating source code. Safe for malicious schemas and values: every run
 * is bounded, patterns take linear time, and nothing is loaded.
 */

import type { Issue } from '@mcp-gen/runtime/codegen/v1';
import { SchemaError } from '../error.js';
import {
  isSchemaObject,
  kindOf,
  readDocument,
  type Schema,
  type SchemaDocument,
  type SchemaObject,
} from './document.js';
import type { Keyword, KeywordContext } from './keywords/keyword.js';
import { arrays } from './keywords/arrays.js';
import { combinators, references } from './keywords/combinators.js';
import { objects, unevaluated } from './keywords/objects.js';
import { values } from './keywords/values.js';
import { Patterns } from './pattern.js';
import { runCheck, type Check, type Seen } from './run.js';

/** The keywords that check something, in evaluation order. All others are annotations. */
const KEYWORDS: ReadonlyMap<string, Keyword> = new Map(
  [values, references, combinators, objects, arrays, unevaluated].flatMap((table) => Object.entries(table)),
);

/**
 * Compiles an untrusted JSON Schema: 2020-12, or with `$schema`, 2019-09 and drafts 6 and 7. `format` is an annotation, which is the
 * default in 2020-12. Returns a function that lists where a value does not match the schema. For any value it does not throw, load
 * anything, or take long.
 *
 * @param what names the schema at the start of errors: `the output schema of tool x`
 * @throws {SchemaError} if the schema is invalid or unsupported
 */
export function compileJsonSchema(schema: unknown, what = 'the JSON Schema'): (value: unknown) => readonly Issue[] {
  return compileDocument(readDocument(schema, what));
}

/** Compiles a parsed schema. @throws {SchemaError} if the value of a keyword is invalid */
export function compileDocument(document: SchemaDocument): (value: unknown) => readonly Issue[] {
  const compiler = new Compiler(document);
  // Compiles all schemas, so that unreferenced ones are checked, too.
  for (const schema of document.places.keys()) compiler.check(schema);
  const root = compiler.check(document.root);
  return (value) => runCheck(root, value);
}

class Compiler {
  readonly #document: SchemaDocument;
  readonly #checks = new Map<SchemaObject, Check>();
  readonly #patterns = new Patterns();

  constructor(document: SchemaDocument) {
    this.#document = document;
  }

  check(schema: Schema): Check {
    if (schema === true) return accept;
    if (schema === false) return refuse;
    const found = this.#checks.get(schema);
    if (found) return found;
    // A recursive schema finds this placeholder, which is filled before it is called.
    const later: { check: Check } = { check: refuse };
    this.#checks.set(schema, (value, place, run, seen) => later.check(value, place, run, seen));
    later.check = this.#inScope(schema, noting(schema, this.#compile(schema)));
    this.#checks.set(schema, later.check);
    return later.check;
  }

  #compile(schema: SchemaObject): Check {
    const checks: Check[] = [];
    for (const [keyword, make] of KEYWORDS) {
      if (!Object.hasOwn(schema, keyword) || (keyword !== '$ref' && this.#hidden(schema))) continue;
      const check = make(schema[keyword], this.#contextOf(schema, keyword));
      if (check) checks.push(check);
    }
    return all(checks, costOf(schema));
  }

  #contextOf(schema: SchemaObject, keyword: string): KeywordContext {
    const { what, places } = this.#document;
    const fail = (problem: string): never => {
      throw new SchemaError(what, `${places.get(schema)?.pointer ?? ''}/${keyword}`, problem);
    };
    return {
      document: this.#document,
      schema,
      check: (part) =>
        typeof part === 'boolean' || isSchemaObject(part)
          ? this.check(part)
          : fail(`expected a schema, got ${kindOf(part)}`),
      matcher: (pattern) => this.#patterns.matcher(pattern, fail),
      fail,
    };
  }

  /** In draft 7, keywords next to `$ref` are ignored. */
  #hidden(schema: SchemaObject): boolean {
    return this.#document.dialect === 'draft-07' && Object.hasOwn(schema, '$ref');
  }

  /** Tracks the active resources in the run, if there are several. */
  #inScope(schema: SchemaObject, check: Check): Check {
    const { resources, places } = this.#document;
    const base = places.get(schema)?.base;
    const resource = base === undefined ? undefined : resources.get(base);
    if (resources.size < 2 || resource === undefined) return check;
    return (value, place, run, seen) => {
      run.scope.push(resource);
      const valid = check(value, place, run, seen);
      run.scope.pop();
      return valid;
    };
  }
}

const accept: Check = () => true;

const refuse: Check = (value, place, run) => run.fail(place, 'nothing', kindOf(value));

/** Estimates the cost of a schema by its keywords: one with a thousand alternatives costs more than one with two. */
function costOf(schema: SchemaObject): number {
  return Object.values(schema).reduce<number>(
    (cost, part) => cost + (typeof part === 'object' && part !== null ? Object.keys(part).length : 0),
    1,
  );
}

/** Collects the evaluated keys of a schema, if it needs them. Keys evaluated outside this schema do not count. */
function noting(schema: SchemaObject, check: Check): Check {
  if (!Object.keys(unevaluated).some((keyword) => Object.hasOwn(schema, keyword))) return check;
  return (value, place, run, seen) => {
    const noted: Seen = new Set();
    const valid = check(value, place, run, noted);
    run.note(seen, noted);
    return valid;
  };
}

function all(checks: readonly Check[], cost: number): Check {
  return (value, place, run, seen) => {
    run.descend(cost);
    let valid = true;
    for (const check of checks) {
      if (check(value, place, run, seen)) continue;
      valid = false;
      if (run.quiet) break;
    }
    run.ascend();
    return valid;
  };
}
