// Which places are broken to see the tests of a requirement fail, and in which order.
import { regionAround } from '../mutants/probes.mjs';
import { drawOrder } from '../mutants/sites.mjs';

/** Operators that break something for sure, rather than a little. */
const BREAKING = new Set(['assignment', 'call', 'cleanup', 'condition', 'negation', 'refund', 'return', 'throw']);

/** The shortest word of an id that says where the code may be. */
const SHORTEST = 4;

/**
 * Returns the sites that some tests run, in the order in which they are broken. Every second one is in a file or function that has a name
 * like the row, as long as there are any. What a file runs when it is loaded comes last.
 *
 * @param reached `{ hits, regions }`, as a `Recording` has them
 * @param id the row, whose words are looked for
 */
export function drawBreaks(sites, { hits, regions }, id, seed) {
  const words = id.split('-').filter((word) => word.length >= SHORTEST);
  const sought = words.map((word) => word.replace(/(ies|ed|ing|s|e)$/, ''));
  const likenessOf = ({ file, in: around }) => {
    const name = `${file} ${around}`.toLowerCase();
    return sought.filter((word) => name.includes(word)).length;
  };
  const regionOf = (site) => regionAround(regions.get(site.file), site);
  const reached = drawOrder(sites, seed)
    .filter((site) => BREAKING.has(site.operator) && hits[site.file]?.includes(regionOf(site)))
    .map((site) => ({ site, likeness: likenessOf(site), isOnLoad: regionOf(site) === 0 }));
  const inFunctions = reached.filter(({ isOnLoad }) => !isOnLoad);
  const alike = inFunctions.filter(({ likeness }) => likeness > 0).sort((a, b) => b.likeness - a.likeness);
  const others = inFunctions.filter(({ likeness }) => likeness === 0);
  const longest = Math.max(alike.length, others.length);
  const alternating = Array.from({ length: longest }, (_, at) => [alike[at], others[at]]).flat();
  return [...alternating, ...reached.filter(({ isOnLoad }) => isOnLoad)].flatMap((one) => one?.site ?? []);
}
