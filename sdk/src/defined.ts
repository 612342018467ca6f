/** Options whose values are there: a property that is `undefined` says no more than one that is left out. */
export type Defined<Options> = { [Name in keyof Options]: Exclude<Options[Name], undefined> };

/** Leaves out the properties that are `undefined`, which would otherwise be sent, or replace a default. */
export function defined<Options extends object>(options: Options): Defined<Options> {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Defined<Options>;
}
