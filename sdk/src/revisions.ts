import type { LazyRevision, Revision } from '@mcp-gen/runtime';
import { conversionsFor, type Converter } from './conversions/index.js';
import { MODULES, type RevisionId } from './conversions/modules.js';
import { isStateless } from './era.js';

/** A revision that servers and clients of this package support. */
export type SupportedRevision = RevisionId;

/** All supported revisions, oldest first. */
export const SUPPORTED_REVISIONS = (Object.keys(MODULES) as readonly SupportedRevision[]).filter(
  (id) => MODULES[id] !== undefined,
);

/** The supported revisions of one side. Each revision is loaded when it is negotiated. */
export class Revisions {
  /** The revisions for the runtime. */
  readonly sources: readonly LazyRevision[];
  readonly #converters = new Map<string, Converter>();
  readonly #loaded = new Map<string, Revision>();
  readonly #extend: (revision: Revision) => Revision | Promise<Revision>;

  /**
   * @param extend adds extensions to a revision. Default: none
   * @throws {TypeError} if a revision is unsupported.
   */
  constructor(
    ids: readonly SupportedRevision[] = SUPPORTED_REVISIONS,
    extend: (revision: Revision) => Revision | Promise<Revision> = (revision) => revision,
  ) {
    this.#extend = extend;
    this.sources = ids.map((id) => {
      const load = Object.hasOwn(MODULES, id) ? MODULES[id] : undefined;
      if (load === undefined) {
        throw new TypeError(`Unsupported revision ${JSON.stringify(id)}. Supported: ${SUPPORTED_REVISIONS.join(', ')}`);
      }
      return { id, era: isStateless(id) ? 'stateless' : 'session', load: () => this.#load(id, load) };
    });
  }

  /** Loads a revision that has not been negotiated in this process. Rejects if it is not supported. */
  async load(id: string): Promise<void> {
    if (this.#converters.has(id)) return;
    const source = this.sources.find((each) => each.id === id);
    if (source === undefined) throw new TypeError(`Revision ${id} is no longer supported`);
    await source.load();
  }

  /** Returns the conversions of a loaded revision. */
  converter(id: string): Converter {
    const converter = this.#converters.get(id);
    if (converter === undefined) throw new Error(`Revision ${id} has not been loaded`);
    return converter;
  }

  /** Returns a loaded revision, without what extensions add to it. */
  loaded(id: string): Revision | undefined {
    return this.#loaded.get(id);
  }

  /** Returns whether a value is a valid result of a server in a loaded revision. Results that extensions add do not count. */
  isResult(id: string, method: string, value: unknown): boolean {
    const requests = this.#loaded.get(id)?.server.requests ?? {};
    return Object.hasOwn(requests, method) && requests[method]?.result(value) === true;
  }

  async #load(id: SupportedRevision, load: () => Promise<{ readonly revision: Revision }>): Promise<Revision> {
    const [{ revision }, converter] = await Promise.all([load(), conversionsFor(id)]);
    this.#converters.set(id, converter);
    this.#loaded.set(id, revision);
    return this.#extend(revision);
  }
}
