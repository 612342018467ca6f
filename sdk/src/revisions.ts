import type { LazyRevision, Revision } from '@mcp-gen/runtime';
import { conversionsFor, type Converter } from './conversions/index.js';
import { MODULES } from './conversions/modules.js';
import { isStateless } from './era.js';

/** A revision that a server or a client of this package supports. */
export type SupportedRevision = '2024-11-05' | '2025-03-26' | '2025-06-18' | '2025-11-25' | '2026-07-28';

/** Where the protocol of each is: beside its conversions, so that bundles have only what is used of a protocol. */
const PROTOCOLS = {
  // From schema/revisions.json, by scripts/registry.mjs.
  '2024-11-05': MODULES['2024-11-05'],
  '2025-03-26': MODULES['2025-03-26'],
  '2025-06-18': MODULES['2025-06-18'],
  '2025-11-25': MODULES['2025-11-25'],
  '2026-07-28': MODULES['2026-07-28'],
} satisfies { readonly [Id in SupportedRevision]: unknown };

/** All of them, oldest first. */
export const SPOKEN_REVISIONS = (Object.keys(PROTOCOLS) as readonly SupportedRevision[]).filter(
  (id) => PROTOCOLS[id] !== undefined,
);

/** The revisions of one side. What a revision needs is loaded when it is negotiated, and no other. */
export class Revisions {
  /** For the runtime. */
  readonly sources: readonly LazyRevision[];
  readonly #converters = new Map<string, Converter>();
  readonly #loaded = new Map<string, Revision>();
  readonly #extend: (revision: Revision) => Revision | Promise<Revision>;

  /**
   * @param extend adds to a revision what extensions bring. Default: nothing is added
   * @throws {TypeError} if a revision is unsupported, naming the supported ones.
   */
  constructor(
    ids: readonly SupportedRevision[] = SPOKEN_REVISIONS,
    extend: (revision: Revision) => Revision | Promise<Revision> = (revision) => revision,
  ) {
    this.#extend = extend;
    this.sources = ids.map((id) => {
      const load = Object.hasOwn(PROTOCOLS, id) ? PROTOCOLS[id] : undefined;
      if (load === undefined) {
        throw new TypeError(`Unsupported revision ${JSON.stringify(id)}. Supported: ${SPOKEN_REVISIONS.join(', ')}`);
      }
      return { id, era: isStateless(id) ? 'stateless' : 'session', load: () => this.#load(id, load) };
    });
  }

  /** Loads a revision that nobody has negotiated in this process. Rejects if it is not one of them. */
  async load(id: string): Promise<void> {
    if (this.#converters.has(id)) return;
    const source = this.sources.find((each) => each.id === id);
    if (source === undefined) throw new TypeError(`Revision ${id} is not supported any longer`);
    await source.load();
  }

  /** The conversions of a revision that has been negotiated. */
  converter(id: string): Converter {
    const converter = this.#converters.get(id);
    if (converter === undefined) throw new Error(`Revision ${id} has not been loaded`);
    return converter;
  }

  /** Returns whether a value is the result of a tool in a revision that has been negotiated. What extensions bring is none. */
  isToolResult(id: string, value: unknown): boolean {
    return this.#loaded.get(id)?.server.requests['tools/call']?.result(value) === true;
  }

  async #load(id: SupportedRevision, load: () => Promise<{ readonly revision: Revision }>): Promise<Revision> {
    const [{ revision }, converter] = await Promise.all([load(), conversionsFor(id)]);
    this.#converters.set(id, converter);
    this.#loaded.set(id, revision);
    return this.#extend(revision);
  }
}
