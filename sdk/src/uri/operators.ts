/** What tells the operators of RFC 6570 apart (its appendix A). */

/** How one operator writes values. */
export interface OperatorRules {
  /** Before the first value. */
  readonly first: string;
  /** Between values. */
  readonly separator: string;
  /** Each value is written with the name of its variable. */
  readonly named: boolean;
  /** What follows the name of an empty value. */
  readonly ifEmpty: string;
  /** Reserved characters are written as they are. */
  readonly reserved: boolean;
}

/** The character after the opening brace; none for simple expansion. */
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
