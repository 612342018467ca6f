/** The styles in which generated servers write parameters and properties of forms. */

import type { ParameterPlace } from './operation.js';

/** How a value is written. */
export interface WrittenStyle {
  readonly style:
    | 'form'
    | 'simple'
    | 'label'
    | 'matrix'
    | 'spaceDelimited'
    | 'pipeDelimited'
    | 'tabDelimited'
    | 'deepObject'
    | 'json';
  /** Whether each item or property has a name of its own. */
  readonly explode: boolean;
  /** Whether reserved characters stay as they are. Default: false */
  readonly reserved?: boolean;
}

const FORM_STYLES = ['form', 'spaceDelimited', 'pipeDelimited', 'tabDelimited', 'deepObject', 'json'] as const;
/** Documents also have lists with a separator in headers and paths: those of Swagger 2.0 become so. */
const LIST_STYLES = ['simple', 'form', 'spaceDelimited', 'pipeDelimited', 'tabDelimited', 'json'] as const;

/** The styles of each place: that of a parameter, or a form. */
const STYLES: { readonly [place in ParameterPlace | 'body']: readonly WrittenStyle['style'][] } = {
  path: [...LIST_STYLES, 'label', 'matrix'],
  query: [...FORM_STYLES, 'simple'],
  header: LIST_STYLES,
  cookie: LIST_STYLES,
  body: FORM_STYLES,
};

/** Returns a style as one that can be written at a place; undefined for any other. */
export function knownStyle(style: string, place: ParameterPlace | 'body'): WrittenStyle['style'] | undefined {
  return STYLES[place].find((each) => each === style);
}
