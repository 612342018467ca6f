import type { AnyOptionTable } from '@mcp-gen/runtime/options';

/** What one extension adds options to. */
interface Adding {
  readonly id: string;
  readonly options?: AnyOptionTable | undefined;
}

/**
 * Returns the options that extensions add to tools or questions.
 *
 * @param what names them, for errors: `tools`
 * @param usual the options that they have without extensions
 * @throws {TypeError} if two extensions add an option, or it is a usual one.
 */
export function addedOptions(what: string, extensions: readonly Adding[], usual: AnyOptionTable): AnyOptionTable {
  const owners = new Map<string, string>();
  for (const { id, options = {} } of extensions) {
    for (const name of Object.keys(options)) {
      const option = `the option ${JSON.stringify(name)} to ${what}`;
      if (Object.hasOwn(usual, name)) {
        throw new TypeError(`The extension ${id} adds ${option}, which they already have`);
      }
      const other = owners.get(name);
      if (other !== undefined) throw new TypeError(`The extensions ${other} and ${id} both add ${option}`);
      owners.set(name, id);
    }
  }
  return Object.assign({}, ...extensions.map(({ options }) => options)) as AnyOptionTable;
}
