/** Makes values of the definitions of a revision, valid and invalid, and says which are what. Every implementation must agree. */

import type { CompactTable } from '../analyze/compactShape.js';
import type { Explainer, Issue } from '../validate/explainer.js';
import { mutateValue } from './mutateValue.js';
import { Random } from './random.js';
import { ShapeSampler } from './sampleShape.js';
import { writeJson } from './writeJson.js';

/** A value, and what is wrong with it. */
export interface Case {
  /** The name of the definition. */
  readonly definition: string;
  /** The value, as JSON. */
  readonly text: string;
  /** The places where the value does not match, ten at most. Empty if it is valid. */
  readonly issues: readonly Issue[];
}

/**
 * Makes cases, as many for each definition.
 *
 * @param seed what the values follow from
 */
export function* makeCases(shapes: CompactTable, explain: Explainer, count: number, seed: number): Generator<Case> {
  const random = new Random(seed);
  const sampler = new ShapeSampler(shapes, random);
  const names = Object.keys(shapes);
  for (let made = 0; made < count; made++) {
    const definition = names[made % names.length];
    if (definition === undefined) return;
    const value = sampler.sample(random.chance(5) ? random.pick(names) : definition);
    const text = writeJson(random.chance(60) ? mutateValue(value, random) : value, random);
    yield { definition, text, issues: explain(definition, JSON.parse(text)) };
  }
}
