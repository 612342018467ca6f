import { defineRevision, type Era, type LazyRevision, type Revision } from '@mcp-gen/runtime';
import type { RevisionDefinition } from '@mcp-gen/runtime/codegen/v1';
import { conversionsFor, type Converter } from './conversions/index.js';
import { MODULES, type RevisionId } from './conversions/modules.js';
import { isStateless } from './era.js';
import { addMessages } from './registry.js';

/** A revision that servers and clients of this package support. */
export type SupportedRevision = RevisionId;

/**
 * A revision of a program: one of this package by its name, or another one, such as a draft, by the definition that `mcp-gen generate` writes
 * to `served.ts`.
 */
export type RevisionChoice = SupportedRevision | RevisionDefinition;

/** All supported revisions, oldest first. */
export const SUPPORTED_REVISIONS = (Object.keys(MODULES) as readonly SupportedRevision[]).filter(
  (id) => MODULES[id] !== undefined,
);

/**
 * Returns the names of revisions. Those that this package does not contain become known.
 *
 * @throws {TypeError} if one is unsupported, or another definition has its name.
 */
export function revisionIds(choices: readonly RevisionChoice[] = SUPPORTED_REVISIONS): readonly string[] {
  return choices.map((choice) => (typeof choice === 'string' ? supported(choice) : define(choice)));
}

function supported(id: SupportedRevision): string {
  if (SUPPORTED_REVISIONS.includes(id)) return id;
  throw new TypeError(
    `Unsupported revision ${JSON.stringify(id)}. Supported: ${SUPPORTED_REVISIONS.join(', ')}. Any other one needs its definition (docs/revisions.md: Serving a draft)`,
  );
}

/** @throws {TypeError} if it is not a definition, or the name is that of another revision. */
function define(definition: RevisionDefinition): string {
  const { id, era, requests } = definition as Partial<RevisionDefinition>;
  if (id === undefined || requests === undefined || Object.hasOwn(MODULES, id)) {
    throw new TypeError(
      'Invalid option "revisions": expected names, and definitions of other revisions (docs/revisions.md: Serving a draft)',
    );
  }
  defineRevision({ ...definition, closest: closestIn(era) });
  addMessages(definition);
  return id;
}

/** Returns the newest revision of an era. */
function closestIn(era: Era | undefined): SupportedRevision {
  const closest = SUPPORTED_REVISIONS.findLast((id) => isStateless(id) === (era === 'stateless'));
  if (closest === undefined) throw new TypeError(`No revision of this bundle has the era ${era}`);
  return closest;
}

/** The supported revisions of one side. Each revision is loaded when it is negotiated. */
export class Revisions {
  /** The revisions for the runtime. */
  readonly sources: readonly LazyRevision[];
  readonly #converters = new Map<string, Converter>();
  readonly #loaded = new Map<string, Revision>();
  readonly #extended = new Map<string, Revision>();
  readonly #extend: (revision: Revision) => Revision | Promise<Revision>;

  /**
   * @param extend adds extensions to a revision. Default: none
   * @throws {TypeError} if a revision is unsupported.
   */
  constructor(
    choices: readonly RevisionChoice[] = SUPPORTED_REVISIONS,
    extend: (revision: Revision) => Revision | Promise<Revision> = (revision) => revision,
  ) {
    this.#extend = extend;
    const ids = revisionIds(choices);
    this.sources = choices.map((choice, at) => {
      const id = ids[at] ?? '';
      return { id, era: isStateless(id) ? 'stateless' : 'session', load: () => this.#load(choice) };
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
    return hasResult(this.#loaded.get(id), method, value);
  }

  /** The same, with results that extensions add. */
  takesResult(id: string, method: string, value: unknown): boolean {
    return hasResult(this.#extended.get(id), method, value);
  }

  async #load(choice: RevisionChoice): Promise<Revision> {
    const { revision, converter } = await loadChoice(choice);
    this.#converters.set(revision.id, converter);
    this.#loaded.set(revision.id, revision);
    const extended = await this.#extend(revision);
    this.#extended.set(revision.id, extended);
    return extended;
  }
}

function hasResult(revision: Revision | undefined, method: string, value: unknown): boolean {
  const requests = revision?.server.requests ?? {};
  return Object.hasOwn(requests, method) && requests[method]?.result(value) === true;
}

async function loadChoice(
  choice: RevisionChoice,
): Promise<{ readonly revision: Revision; readonly converter: Converter }> {
  if (typeof choice !== 'string') {
    const { loadDefinition } = await import('./conversions/definedRevision.js');
    return loadDefinition(choice, closestIn(choice.era));
  }
  const load = MODULES[choice];
  if (load === undefined) throw new TypeError(`Unsupported revision ${choice}`);
  const [{ revision }, converter] = await Promise.all([load(), conversionsFor(choice)]);
  return { revision, converter };
}
