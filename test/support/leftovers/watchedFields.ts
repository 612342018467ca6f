/** Lets the counters, maps, and sets that sources keep in fields be watched: see counters.ts and entries.ts. */

import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vitest/config';
import { LASTING, PLACES, RAISED } from './lastingFields.js';

/** What looks like a counter, and is not watched. */
const UNWATCHED = new Set([...RAISED, ...PLACES]);

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SOURCE = /^(?:runtime|sdk|auth|redis|bridge)\/src\/(?!testing\/)/;

/** `  readonly #open = new Map<string, Stream>();`, or the same of a public field. */
const FIELD = /^( {2}(?:readonly )?)(#?\w+)((?::[^=\n]*)? = new )(Map|Set)\b/gm;

/** Empty ones of a module, in an object, or in a field later on: `const waiting = new Set()`, `{ open: new Set() }`, `this.#open ??= new Set()`. */
const OTHER = /((?:^const |\bthis\.|[{,]\s*))(#?\w+)((?:(?:: \w+)? =| \?\?=|:) new )(Map|Set)(?=(?:<[^()]*>)?\(\))/gm;

/** What is raised or lowered: `this.#running++`, `--listing.waiting`, `tasks.bytes -= size`. */
const CHANGED = /(?:\+\+|--)(?:#?\w+\.)+(#?\w+)|\.(#?\w+)(?:\+\+|--| [-+]= )/g;

/** `  #running = 0;`, `  #missing: number;`, or `  running = 0;` */
const COUNTER = /^ {2}(?:(#?\w+)(?:: number)? = 0|(#\w+): number);/gm;

/** `{ running: 0, bytes: 0 }` */
const COUNTER_OF_OBJECT = /([{,]\s*)(\w+): (\d+)(?=\s*[,}])/g;

/** Names the fields of a source for what watches them. Without that, they are as they were. */
export function watchedFields(): Plugin {
  return {
    name: 'watched-fields',
    enforce: 'pre',
    transform(code, id) {
      const path = relative(ROOT, id).replaceAll('\\', '/');
      if (!SOURCE.test(path)) return undefined;
      const watched = withWatchedFields(path, code);
      return watched === code ? undefined : { code: watched, map: null };
    },
  };
}

/**
 * Returns the text of a source with its fields named. Lines stay where they are.
 *
 * @param without the fields that are not watched. Default: maps and sets that last, counters that are only raised, and places in texts
 */
export function withWatchedFields(path: string, code: string, without?: ReadonlySet<string>): string {
  const changed = new Set(Array.from(code.matchAll(CHANGED), ([, before, after]) => before ?? after));
  const isCounter = (name: string): boolean => changed.has(name) && !(without ?? UNWATCHED).has(`${path} ${name}`);
  const collection = (all: string, before: string, name: string, between: string, kind: string): string =>
    (without ?? LASTING).has(`${path} ${name}`)
      ? all
      : `${before}${name}${between}(globalThis.watchedFields?.${kind}('${path} ${name}') ?? ${kind})`;
  const raised = (name: string): string => `globalThis.watchedFields?.count(this, value, '${path} ${name}');`;
  return code
    .replace(FIELD, collection)
    .replace(OTHER, collection)
    .replace(COUNTER, (all: string, begun: string | undefined, later: string | undefined) => {
      const name = begun ?? later ?? '';
      const kept = name.startsWith('#') ? `${name}$` : `#${name}$`;
      return isCounter(name)
        ? `  ${kept}${begun === undefined ? '' : ' = 0'}; get ${name}() { return this.${kept}; } set ${name}(value) { this.${kept} = value; ${raised(name)} }`
        : all;
    })
    .replace(COUNTER_OF_OBJECT, (all: string, before: string, name: string, start: string) =>
      isCounter(name)
        ? `${before}get ${name}() { return this.${name}$ ?? ${start}; }, set ${name}(value) { Object.defineProperty(this, '${name}$', { value, configurable: true }); ${raised(name)} }`
        : all,
    );
}
