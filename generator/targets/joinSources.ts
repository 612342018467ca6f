/**
 * Describes the sources of a generated file, for its first line.
 *
 * @param target the target of the file. `typescript`, the default, is not printed
 */
export function joinSources(sources: readonly string[], target?: string): string {
  return `${sources.join(' and ')}${target === undefined ? '' : ` for ${target}`}`;
}
