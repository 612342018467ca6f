/** The differences between the operators of RFC 6570 (appendix A). */

/** How an operator writes values. */
export interface OperatorRules {
  /** Written before the first value. */
  readonly first: string;
  /** Written between values. */
  readonly separator: string;
  /** Whether each value is written with the name of its variable. */
  readonly named: boolean;
  /** Written after the name of an empty value. */
  readonly ifEmpty: string;
  /** Whether reserved characters are written unencoded. */
  readonly reserved: boolean;
}

/** The character after the opening brace; empty for simple expansion. */
export type Operator = '' | '+' | '#' | '.' | '/' | ';' | '?' | '&';

export const OPERATORS: { readonly [operator in Operator]: OperatorRules } = {
  '': { first: '', separator: ',', named: false, ifEmpty: '', reserved: false },
  '+': { first: '', separator: ',', named: false, ifEmpty: '', reserved: true },
  '#': { first: '#', separator: ',', named: false, ifEmpty: '', reserved: true },
  '.': { first: '.', separator: '.', named: false, ifEmpty: '', reserved: false },
  '/': { first: '/', separator: '/', named: false, ifEmpty: '', reserved: false },
  ';': { first: ';', separator: ';', named: true, ifEmpty: '', reserved: false },
  '?': { first: '?', separator: '&', named: true, ifEmpty: '=', reserved: false },
  '&': { first: '&', separator: '&', named: true, ifEmpty: '=', reserved: false },
};
