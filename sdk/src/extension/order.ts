import { describe } from '@mcp-gen/runtime/options';

/** The middleware of one extension. */
interface OwnMiddleware<Middleware> {
  readonly id: string;
  readonly middleware: readonly Middleware[];
}

/**
 * Returns middleware in its order, outermost first: that of extensions that are not named, in their order, then the rest as it is listed.
 *
 * @param given functions, and definitions of extensions, which stand for their middleware
 * @param option the option that lists them, for errors
 * @param what names the program, for errors
 * @throws {TypeError} if an entry is neither, an extension is not registered, or is named twice.
 */
export function orderedMiddleware<Middleware>(
  given: readonly unknown[],
  extensions: readonly OwnMiddleware<Middleware>[],
  option: string,
  what: string,
): readonly Middleware[] {
  const named = new Set<string>();
  const listed = given.flatMap((each): readonly Middleware[] => {
    // A definition is a function, too.
    const id = (each as { readonly id?: unknown } | null)?.id;
    if (typeof id !== 'string') {
      if (typeof each === 'function') return [each as Middleware];
      throw new TypeError(`Invalid ${option}: expected a function, got ${describe(each)}`);
    }
    const extension = extensions.find((other) => other.id === id);
    if (extension === undefined) {
      throw new TypeError(`The option "${option}" of ${what} names the extension ${id}, which is not registered`);
    }
    if (named.has(id)) throw new TypeError(`The option "${option}" of ${what} names the extension ${id} twice`);
    named.add(id);
    return extension.middleware;
  });
  return [...extensions.filter(({ id }) => !named.has(id)).flatMap(({ middleware }) => middleware), ...listed];
}
