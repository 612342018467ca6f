import { addDefinition, definitionOf, type LazyRevision, type Revision } from '@mcp-gen/runtime';
import type { RevisionDefinition } from '@mcp-gen/runtime/codegen/v1/served';
import { conversionTableOf, converterOf, type Converter } from './conversions/converter.js';
import { MODULES, type RevisionId } from './conversions/modules.js';
import { isStateless } from './era.js';
import { factsOf, setDefinitions } from './registry.js';

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
 * Returns the names of revisions. Definitions hold in this process as long as the program that chose them has them.
 *
 * @throws {TypeError} if one is unsupported, or another definition has its name.
 */
export function revisionIds(choices: readonly RevisionChoice[] = SUPPORTED_REVISIONS): readonly string[] {
  return choices.map((choice) => {
    if (isDefinition(choice)) {
      if (choice.choose({ releases: MODULES, isStateless, known: definitionOf(choice.id) })) {
        setDefinitions(addDefinition(choice));
        return choice.id;
      }
    } else if (SUPPORTED_REVISIONS.includes(choice)) return choice;
    // Enough of a definition to show its name.
    const shown = (JSON.stringify(choice) as string | undefined)?.slice(0, 40);
    throw new TypeError(
      `Unsupported revision ${shown}. Supported: ${SUPPORTED_REVISIONS.join(', ')}. Others need a definition (docs/revisions.md: Serving a draft)`,
    );
  });
}

/** Returns whether a value is the definition of a revision that this package does not contain. */
export function isDefinition(value: unknown): value is RevisionDefinition {
  return typeof (value as Partial<RevisionDefinition> | null | undefined)?.choose === 'function';
}

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

  async #load(choice: RevisionChoice): Promise<Revision> {
    const { revision, table } = isDefinition(choice)
      ? await choice.loadLike(conversionTableOf, factsOf)
      : await conversionTableOf(choice);
    this.#converters.set(revision.id, converterOf(revision.id, table));
    this.#loaded.set(revision.id, revision);
    return this.#extend(revision);
  }
}

/** Returns whether a value is a valid result of a server in a revision. */
export function hasResult(revision: Revision | undefined, method: string, value: unknown): boolean {
  const requests = revision?.server.requests ?? {};
  return Object.hasOwn(requests, method) && requests[method]?.result(value) === true;
}
