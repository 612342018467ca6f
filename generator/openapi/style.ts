/** The styles in which generated servers write parameters and properties of forms. */

/** How a value is written. */
export interface WrittenStyle {
  readonly style: 'form' | 'simple' | 'spaceDelimited' | 'pipeDelimited' | 'tabDelimited' | 'deepObject' | 'json';
  /** Whether each item or property has a name of its own. */
  readonly explode: boolean;
  /** Whether reserved characters stay as they are. Default: false */
  readonly reserved?: boolean;
}

/** The styles of parameters. */
export const STYLES: ReadonlySet<string> = new Set<WrittenStyle['style']>([
  'form',
  'simple',
  'spaceDelimited',
  'pipeDelimited',
  'tabDelimited',
  'deepObject',
  'json',
]);

/** The styles of properties of forms. */
export const FORM_STYLES: ReadonlySet<string> = new Set([...STYLES].filter((style) => style !== 'simple'));
