/** What a revision can lose without an error: each is a decision. */

import type { Facts } from './facts.js';
import type { Vocabulary } from './vocabulary.js';

/** What a revision can lose without an error, by the decision whether it was removed on purpose. */
export const REMOVALS = {
  'removed/features': 'feature',
  'removed/errors': 'error code',
  'removed/capabilities': 'capability',
} as const;

/** The names that a schema declares, a line for each, by the decision about those that a later revision does not have. */
export type DeclaredNames = { readonly [Decision in keyof typeof REMOVALS]: readonly string[] };

/** Returns the names that a schema declares. Those that only rows state end with their row. */
export function declaredNames({ features, errors, capabilities }: Vocabulary, facts: Facts): DeclaredNames {
  const places = new Set(facts.features.flatMap(({ name, place }) => (place === undefined ? [] : [name])));
  const rows = new Set(facts.errors.map(({ name }) => name));
  return {
    'removed/features': features.flatMap(({ name }) => (places.has(name) ? [name] : [])),
    'removed/errors': errors.flatMap(({ name, value }) => (rows.has(name) ? [] : [`${name}: ${value}`])),
    'removed/capabilities': [
      ...capabilities.client.map((path) => `client ${path}`),
      ...capabilities.server.map((path) => `server ${path}`),
    ],
  };
}

/** Returns paths without those below another one: the parts of a capability go with it. */
export function outermost(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => !paths.some((other) => path.startsWith(`${other}.`)));
}
