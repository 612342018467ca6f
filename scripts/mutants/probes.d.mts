/** A part of a source that runs or does not run as a whole. */
export interface Region {
  readonly start: number;
  readonly end: number;
}

export function probe(
  file: string,
  text: string,
  firstId?: number,
): { readonly regions: readonly Region[]; readonly text: string };
export function regionAround(regions: readonly Region[], range: Region): number;
