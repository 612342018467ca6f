export class Smallest {
  constructor(definitions: { readonly [name: string]: object }, revision: string);
  valuesOf(definition: string): readonly unknown[];
}
