import type { LazyRevision, Revision } from '@mcp-gen/runtime';
import { conversionsFor, type Converter } from './conversions/index.js';

/** A revision that a server or a client of this package supports: those that open sessions. */
export type SupportedRevision = '2024-11-05' | '2025-03-26' | '2025-06-18' | '2025-11-25';

/** Where the protocol of each is, beside its conversions: a bundle then has only what of a protocol is used. */
const PROTOCOLS = {
  // From schema/revisions.json, by scripts/registry.mjs.
  '2024-11-05': () => import('./conversions/2024-11-05.js'),
  '2025-03-26': () => import('./conversions/2025-03-26.js'),
  '2025-06-18': () => import('./conversions/2025-06-18.js'),
  '2025-11-25': () => import('./conversions/2025-11-25.js'),
} satisfies { readonly [Id in SupportedRevision]: unknown };

/** All of them, oldest first. */
export const SPOKEN_REVISIONS = Object.keys(PROTOCOLS) as readonly SupportedRevision[];

/** The revisions of one side. What a revision needs is loaded when it is negotiated, and no other. */
export class Revisions {
  /** For the runtime. */
  readonly sources: readonly LazyRevision[];
  readonly #converters = new Map<string, Converter>();

  /** @throws {TypeError} if a revision is unsupported, naming the supported ones. */
  constructor(ids: readonly SupportedRevision[] = SPOKEN_REVISIONS) {
    const unknown = ids.find((id) => !Object.hasOwn(PROTOCOLS, id));
    if (unknown !== undefined) {
      throw new TypeError(`Unsupported revision ${JSON.stringify(unknown)}. Supported: ${SPOKEN_REVISIONS.join(', ')}`);
    }
    this.sources = ids.map((id) => ({ id, load: () => this.#load(id) }));
  }

  /** The conversions of a revision that has been negotiated. */
  converter(id: string): Converter {
    const converter = this.#converters.get(id);
    if (converter === undefined) throw new Error(`Revision ${id} has not been loaded`);
    return converter;
  }

  async #load(id: SupportedRevision): Promise<Revision> {
    const [{ revision }, converter] = await Promise.all([PROTOCOLS[id](), conversionsFor(id)]);
    this.#converters.set(id, converter);
    return revision;
  }
}
