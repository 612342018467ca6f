import type { Extension } from '../extension/declaration.js';
import type { ExtensionKey } from '../extension/key.js';
import type { ExtensionHost } from './hostSide.js';

type Setup = (host: ExtensionHost) => unknown;

/** What the extensions of a host add to it. The clients of its servers register them. */
export class HostExtensions {
  readonly #all: readonly Extension[];
  readonly #values: ReadonlyMap<string, unknown>;

  constructor(extensions: readonly Extension[], host: ExtensionHost) {
    this.#all = extensions;
    this.#values = new Map(
      extensions.flatMap(({ id, host: side }) =>
        side === undefined ? [] : [[id, (side.setup as Setup)(host)] as const],
      ),
    );
  }

  /** @throws {TypeError} if the extension is not registered, or adds nothing to hosts. */
  valueOf({ id }: ExtensionKey): unknown {
    if (this.#values.has(id)) return this.#values.get(id);
    throw new TypeError(
      this.#all.some((each) => each.id === id)
        ? `The extension ${id} adds nothing to hosts: use host.extension(definition, server)`
        : `The extension ${id} is not registered: new Host({ extensions: [...] })`,
    );
  }
}
