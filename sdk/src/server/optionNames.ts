/** The names of options, which the compiler holds against their type. */
export type OptionNames<Options> = { readonly [Name in keyof Required<Options>]: true };

/**
 * An option that is not known has no effect, and where it would have kept something safe or small nobody would notice.
 *
 * @param what whose options they are: `serveHttp`
 * @throws {TypeError} if there is no such option.
 */
export function refuseUnknown(what: string, options: object, names: { readonly [name: string]: true }): void {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(names, name));
  if (unknown === undefined) return;
  throw new TypeError(`There is no option ${unknown} of ${what}. There are: ${Object.keys(names).join(', ')}`);
}
