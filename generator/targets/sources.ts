/**
 * Names what a text was generated from, for its first line.
 *
 * @param target the target that it is for. Default: `typescript`, which is not named
 */
export function joinSources(sources: readonly string[], target?: string): string {
  return `${sources.join(' and ')}${target === undefined ? '' : ` for ${target}`}`;
}
