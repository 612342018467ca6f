export interface Odd {
  value: string;
  key: string;
  default?: string;
  class: number;
  isObject: boolean;
  'io.x/y': string;
  'io x y'?: string;
  '404': number;
  '': string;
  "it's": string;
  _meta?: { [key: string]: unknown };
}

/** Names of other keys, and of the variables that generated code uses. */
export interface Keyed {
  value: number;
  key: string;
  [key: string]: unknown;
}

export type Tagged = { 'io.x/y': 'a'; value: string } | { 'io.x/y': 'b'; value: number };

/** What arrays have too says nothing about objects. */
export interface ArrayLike {
  length: number;
  at?: string;
}
