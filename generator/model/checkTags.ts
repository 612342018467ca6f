/** Checks the tags that constrain values. */

import type { ProblemList } from '../problems.js';
import type { Declaration } from './declarations.js';
import { propertiesIn } from './definitions.js';

const BOUNDS = new Set(['minimum', 'maximum', 'minItems', 'maxItems']);
const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/** Adds a problem for every bound that is not a number. */
export function checkTags(declarations: readonly Declaration[], problems: ProblemList): void {
  const documented = declarations.flatMap((declaration) =>
    declaration.kind === 'constant' ? [] : [declaration, ...propertiesIn(declaration)],
  );
  for (const { docs, place } of documented) {
    for (const { name, text } of docs.tags) {
      if (!BOUNDS.has(name) || (NUMBER.test(text) && Number.isFinite(Number(text)))) continue;
      const message = `@${name} is not a number: ${JSON.stringify(text)}`;
      problems.add(place, message, `Write only a number, for example "@${name} 1".`);
    }
  }
}
