// Which places are broken to see the tests of a requirement fail, and in which order.
import { regionAround } from '../mutants/probes.mjs';
import { drawOrder } from '../mutants/sites.mjs';

/** Operators that break something for sure, rather than a little. */
const BREAKING = new Set([
  'assignment',
  'call',
  'cleanup',
  'comparison',
  'condition',
  'negation',
  'refund',
  'return',
  'throw',
]);

/** The shortest word of an id that says where the code may be. */
const SHORTEST = 4;

/**
 * Returns the sites that some tests run, those first whose file or function is named like the row. What a file runs when it is loaded
 * comes last.
 *
 * @param reached `{ hits, regions }`, as a `Recording` has them
 * @param id the row, whose words are looked for
 */
export function drawBreaks(sites, { hits, regions }, id, seed) {
  const words = id.split('-').filter((word) => word.length >= SHORTEST);
  const sought = words.map((word) => word.replace(/(ies|ed|ing|s|e)$/, ''));
  const rankOf = ({ file, in: around }, region) => {
    const name = `${file} ${around}`.toLowerCase();
    return (region === 0 ? -1 : 0) + sought.filter((word) => name.includes(word)).length;
  };
  const reached = drawOrder(sites, seed).flatMap((site) => {
    if (!BREAKING.has(site.operator)) return [];
    const region = regionAround(regions.get(site.file), site);
    return hits[site.file]?.includes(region) ? [{ site, rank: rankOf(site, region) }] : [];
  });
  return reached.sort((a, b) => b.rank - a.rank).map(({ site }) => site);
}
