/** @minimum one */
export type Age = number;

export type Branded = number & { readonly brand: 'age' };
