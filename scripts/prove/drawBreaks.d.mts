import type { Region } from '../mutants/probes.mjs';
import type { Site } from '../mutants/sites.mjs';

export function drawBreaks(
  sites: readonly Site[],
  reached: {
    readonly hits: { readonly [file: string]: readonly number[] };
    readonly regions: ReadonlyMap<string, readonly Region[]>;
  },
  id: string,
  seed: string | number,
): readonly Site[];
