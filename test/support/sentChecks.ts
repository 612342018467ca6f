/** Which types a sender checks beyond their guards, told from a schema's syntax tree with no help of the generator. */

import type { Meaning } from './meaning.js';

type Parts = ReadonlyMap<string, ReturnType<Meaning['partsOf']>>;

/** What servers make, and clients name in params as it is. */
const NAMED: readonly string[] = ['uri', 'uri-template'];

/**
 * The types with a check: those that are sent, and those that such a check leads to, as far as each leads to a property with a
 * format. URIs are checked in what servers and results say.
 *
 * @param sent the params and results of all messages
 * @param made those of them that servers send, and results
 */
export function checkedTypes(meaning: Meaning, sent: readonly string[], made: readonly string[]): ReadonlySet<string> {
  const parts: Parts = new Map(meaning.names.map((name) => [name, meaning.partsOf(name)]));
  const ofServers = reached(
    made,
    parts,
    leadingToFormats(parts, () => true),
  );
  return reached(
    sent,
    parts,
    leadingToFormats(parts, (name, format) => ofServers.has(name) || !NAMED.includes(format)),
  );
}

/** The types that have a format, or lead to one that has. */
function leadingToFormats(parts: Parts, counts: (name: string, format: string) => boolean): ReadonlySet<string> {
  const leading = new Set(
    [...parts].flatMap(([name, { formats }]) => (formats.some((format) => counts(name, format)) ? [name] : [])),
  );
  for (let size = -1; size < leading.size;) {
    size = leading.size;
    for (const [name, { types }] of parts) if (types.some((type) => leading.has(type))) leading.add(name);
  }
  return leading;
}

function reached(from: readonly string[], parts: Parts, leading: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set(from.filter((name) => leading.has(name)));
  // A loop over a set goes on with what is added to it.
  for (const name of found) {
    for (const type of parts.get(name)?.types ?? []) if (leading.has(type)) found.add(type);
  }
  return found;
}
