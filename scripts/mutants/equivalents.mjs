// The list of mutants that no test can tell from the original, each with the reason.
import { existsSync, readFileSync } from 'node:fs';

/** What a mutant is recognized by: lines may move, and others in the file may change. */
const IDENTITY = ['file', 'in', 'operator', 'before', 'after'];

/**
 * Reads the list.
 *
 * @returns entries: `{ file, in, operator, before, after, proof }`
 * @throws {Error} for an entry that lacks a property, or stands there twice
 */
export function readEquivalents(path) {
  const entries = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : [];
  for (const entry of entries) {
    const missing = [...IDENTITY, 'proof'].find((name) => typeof entry[name] !== 'string');
    if (missing !== undefined) throw new Error(`Missing "${missing}" in ${path}: ${JSON.stringify(entry)}`);
    if (!/^[A-Z].*\.$/s.test(entry.proof)) throw new Error(`The proof must be a sentence in ${path}: ${entry.proof}`);
  }
  const keys = entries.map(identityOf);
  const twice = entries.find((entry, at) => keys.indexOf(identityOf(entry)) < at);
  if (twice !== undefined) throw new Error(`Duplicate entry in ${path}: ${identityOf(twice)}`);
  return entries;
}

/** Equal for a mutant and for the entry that describes it. */
export function identityOf(mutant) {
  return IDENTITY.map((name) => mutant[name]).join('\n');
}

/** Returns the entries that describe none of these mutants. */
export function staleAmong(entries, mutants) {
  const known = new Set(mutants.map(identityOf));
  return entries.filter((entry) => !known.has(identityOf(entry)));
}
