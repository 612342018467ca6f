import type { Extension } from '../extension/declaration.js';
import { engineOf } from '../extension/engineOf.js';
import type { ExtensionKey } from '../extension/key.js';
import type { SharedOptions } from '../client/options.js';
import { revisionIds } from '../revisions.js';
import type { ExtensionHost } from './hostSide.js';

type Setup = (host: ExtensionHost) => unknown;

/** What the extensions of a host add to it. The clients of its servers register them. */
export class HostExtensions {
  readonly #all: readonly Extension[];
  readonly #values: ReadonlyMap<string, unknown>;

  /** @throws {TypeError} if an extension is invalid, or conflicts with another one, or needs what is missing. */
  constructor({ extensions = [], revisions }: SharedOptions, host: ExtensionHost) {
    // Otherwise, the client of each server would fail with the error.
    const engine = engineOf(extensions, [], 'the host');
    this.#all =
      engine?.check(extensions, { what: 'the host', side: 'client', revisions: revisionIds(revisions) }) ?? [];
    this.#values = new Map(
      this.#all.flatMap(({ id, host: side }) =>
        side === undefined ? [] : [[id, (side.setup as Setup)(host)] as const],
      ),
    );
  }

  /** The identifiers, in the order of registration. */
  get ids(): readonly string[] {
    return this.#all.map(({ id }) => id);
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
