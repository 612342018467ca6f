/** Options without `undefined` values: an `undefined` property means the same as an omitted one. */
export type Defined<Options> = { [Name in keyof Options]: Exclude<Options[Name], undefined> };

/** Removes the properties that are `undefined`. They would otherwise be sent, or override a default. */
export function defined<Options extends object>(options: Options): Defined<Options> {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Defined<Options>;
}
