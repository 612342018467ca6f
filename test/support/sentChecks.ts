/** Which types a sender checks beyond their guards, told from a schema's syntax tree with no help of the generator. */

import type { Meaning } from './meaning.js';

/**
 * The types with a check: those that are sent, and those that such a check leads to, as far as each leads to a property with a
 * format.
 *
 * @param sent the params and results of all messages
 */
export function checkedTypes(meaning: Meaning, sent: readonly string[]): ReadonlySet<string> {
  const parts = new Map(meaning.names.map((name) => [name, meaning.partsOf(name)]));
  const leading = new Set([...parts].flatMap(([name, { hasFormat }]) => (hasFormat ? [name] : [])));
  for (let size = -1; size < leading.size;) {
    size = leading.size;
    for (const [name, { types }] of parts) if (types.some((type) => leading.has(type))) leading.add(name);
  }
  const checked = new Set(sent.filter((name) => leading.has(name)));
  // A loop over a set goes on with what is added to it.
  for (const name of checked) {
    for (const type of parts.get(name)?.types ?? []) if (leading.has(type)) checked.add(type);
  }
  return checked;
}
