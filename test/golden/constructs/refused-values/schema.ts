/** @minimum one */
export type Age = number;

export type Branded = number & { readonly brand: 'age' };

export type Level = 'low' | 'high';

export interface Deep extends Level {}

export interface Lost extends Nothing {}
