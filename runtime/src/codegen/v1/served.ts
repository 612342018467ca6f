/**
 * Revisions that the sdk does not contain, such as drafts: their facts, and what programs need to use them. Generated files `served.ts` import
 * this module, so programs without such a revision do not load it.
 *
 * @module
 */

import type { RevisionRange } from '../../revisionRange.js';
import { guardOf, type Era, type MethodTable, type Revision } from '../v1.js';

/** A message of a revision that the sdk does not contain. */
export interface DefinedMessage {
  /** The name of its handlers in the tables. */
  readonly name: string;
  /** The side that sends it. */
  readonly sender: 'client' | 'server' | 'both';
  /** The path of the capability that it needs. */
  readonly capability?: string;
  /** Whether the runtime handles it. */
  readonly lifecycle?: true;
  /** Whether the revision deprecates it. */
  readonly deprecated?: true;
}

/** A request of such a revision. */
export interface DefinedRequest extends DefinedMessage {
  /** Whether its result is paginated. */
  readonly paginated?: true;
  /** Whether its result may ask for input. */
  readonly asks?: true;
  /** Whether its result states how long it may be cached. */
  readonly cacheable?: true;
  /** The notification that tells of changes of its result. */
  readonly changes?: string;
}

/** A notification of such a revision. */
export interface DefinedNotification extends DefinedMessage {
  /** The property of the filter that selects it for a stream of changes. */
  readonly filter?: string;
}

/**
 * The messages of revisions that the sdk does not contain, by protocol version: each file `served.ts` adds its own, so that servers and clients are
 * typed with them.
 */
// oxlint-disable-next-line no-empty-object-type -- generated code adds the properties.
export interface DefinedMessages {}

/** The paths of the capabilities that each side can declare. */
export interface DefinedCapabilities {
  /** Those of clients. */
  readonly client: readonly string[];
  /** Those of servers. */
  readonly server: readonly string[];
}

/** The facts of a revision that the sdk does not contain. */
export interface RevisionFacts {
  /** The protocol version that programs negotiate: `DRAFT-2026-v1`. */
  readonly id: string;
  /** How clients introduce themselves. */
  readonly era: Era;
  /** Its requests, by method. */
  readonly requests: { readonly [method: string]: DefinedRequest };
  /** Its notifications, by method. */
  readonly notifications: { readonly [method: string]: DefinedNotification };
  /** The names of its features, as the registry has them. */
  readonly features: readonly string[];
  /** Its error codes. */
  readonly errors: readonly number[];
  /** The paths of the capabilities that each side can declare. */
  readonly capabilities: DefinedCapabilities;
  /** Loads its tables. */
  load(): Promise<Revision>;
}

/** The revisions that have something: a feature, an error code, a message. */
export interface Having extends RevisionRange {
  /** The name of the feature. Default: it is none. */
  readonly feature?: string | undefined;
  /** The error code. Default: it is none. */
  readonly code?: number | undefined;
}

/** What a definition must know of the program that chooses it. */
export interface ChoosingProgram {
  /** The releases of the protocol, by their names, oldest first; undefined: the program does not contain it. */
  readonly releases: { readonly [id: string]: unknown };
  /** Returns whether a release has no sessions. */
  readonly isStateless: (id: string) => boolean;
  /** The definition that its name has in the process. Default: none. */
  readonly known: RevisionFacts | undefined;
}

/** What is known of a message. */
export interface SentMessage {
  /** The side that sends it: `client`, `server`, or `both`. */
  readonly sender: string;
}

/** The messages of a kind, by method, with what the sdk knows of them. */
export interface MessageTable<Facts extends SentMessage> {
  readonly [method: string]: Facts | undefined;
}

/** Conversions between a revision and the types of applications: by method, part of the message, and direction. */
export type Conversions = object;

/** A revision with its conversions. */
export interface ConvertedRevision<Table extends Conversions> {
  /** The tables of its messages. */
  readonly revision: Revision;
  /** Its conversions. */
  readonly table: Table;
}

/**
 * A revision that the sdk does not contain, for the option `revisions` of servers, clients, hosts, and bridges. `mcp-gen generate` writes it to
 * `served.ts`.
 */
export interface RevisionDefinition extends RevisionFacts {
  /**
   * Prepares the revision for a program, and returns whether that can use it: its facts are complete, and its name is not that of a release.
   * Called before all other functions.
   *
   * @throws {TypeError} if a different definition has its name, or the program has no release of its era.
   */
  choose(program: ChoosingProgram): boolean;
  /**
   * Returns whether the revision has something. It has its own features and error codes, and otherwise what the closest release has: the
   * newest one of the same era.
   *
   * @param isWithin returns whether a release has it
   */
  has(range: Having, isWithin: (range: Having, release: string) => boolean): boolean;
  /**
   * Returns a table of messages, with those that only this revision has. The others keep their facts, and can be sent by one more side. Handlers
   * of added messages have their methods as names: drafts can give one name to different messages.
   */
  addTo<Facts extends SentMessage>(table: MessageTable<Facts>, kind: 'requests' | 'notifications'): MessageTable<Facts>;
  /**
   * Returns the first revision that deprecates a message, if this one does.
   *
   * @param since the first release that deprecates it. Default: none
   */
  deprecatedSince(method: string, since: string | undefined): string | undefined;
  /**
   * Loads the tables, and the conversions: those of the closest release, except for values that only this revision accepts, which stay the
   * same.
   *
   * @param loadRelease loads a release
   * @param factsOf returns what the sdk knows of a message. Its handlers have that name, also if the revision renames the declaration
   * @throws {TypeError} if the tables are those of another revision.
   */
  loadLike<Table extends Conversions>(
    loadRelease: (id: never) => Promise<ConvertedRevision<Table>>,
    factsOf: (method: string) => { readonly name: string } | undefined,
  ): Promise<ConvertedRevision<Table>>;
}

/** The newest release of the same era, for definitions that programs have chosen. */
const closest = new WeakMap<RevisionDefinition, string>();

/** Returns the definition of a revision. */
export function defineRevision(facts: RevisionFacts): RevisionDefinition {
  // Copies of a definition with other facts are definitions, too.
  return {
    ...facts,
    choose({ releases, isStateless, known }) {
      const { id, era } = this;
      if (!isComplete(this) || Object.hasOwn(releases, id)) return false;
      if (known !== undefined && JSON.stringify(known) !== JSON.stringify(this)) {
        throw new TypeError(
          `Two definitions of ${id} in this process differ. Give one another "protocolVersion" in revisions.json`,
        );
      }
      const found = Object.keys(releases).findLast(
        (release) => releases[release] !== undefined && isStateless(release) === (era === 'stateless'),
      );
      if (found === undefined) throw new TypeError(`No revision of this bundle has the era ${era}`);
      closest.set(this, found);
      return true;
    },
    has(range, isWithin) {
      const { feature, code, since, until, except } = range;
      const { id } = this;
      if (feature !== undefined) return this.features.includes(feature);
      if (code !== undefined) return this.errors.includes(code);
      if (except?.includes(id) === true) return false;
      return since === id || until === id || isWithin(range, closest.get(this) ?? '');
    },
    addTo<Facts extends SentMessage>(table: MessageTable<Facts>, kind: 'requests' | 'notifications') {
      const [since, until] = [this.id, this.id];
      const changed = Object.entries<DefinedMessage>(this[kind]).flatMap(([method, { deprecated, ...message }]) => {
        const known = Object.hasOwn(table, method) ? table[method] : undefined;
        if (known?.sender === 'both' || known?.sender === message.sender) return [];
        const added = { ...message, name: method, since, until, ...(deprecated && { deprecated: { since } }) };
        return [[method, known === undefined ? added : { ...known, sender: 'both' }] as const];
      });
      return { ...table, ...Object.fromEntries(changed) } as MessageTable<Facts>;
    },
    deprecatedSince(method, since) {
      const message: DefinedMessage | undefined = this.requests[method] ?? this.notifications[method];
      return message?.deprecated && (since ?? this.id);
    },
    async loadLike(loadRelease, factsOf) {
      const { id, era } = this;
      const [loaded, like] = await Promise.all([this.load(), loadRelease(closest.get(this) as never)]);
      if (loaded.id !== id || loaded.era !== era) throw new TypeError(`The definition of ${id} loads ${loaded.id}`);
      const { server, client } = loaded;
      const table = Object.entries(like.table as ConversionTable).flatMap(([method, parts]) =>
        guardOf(loaded, method, 'params') === undefined
          ? []
          : [[method, keepingNew(method, parts, loaded, like.revision)] as const],
      );
      return {
        revision: { ...loaded, server: renamed(server, factsOf), client: renamed(client, factsOf) },
        table: Object.fromEntries(table) as typeof like.table,
      };
    },
  };
}

function isComplete({ id, era, load, ...facts }: Partial<RevisionDefinition>): boolean {
  return (
    typeof id === 'string' &&
    (era === 'session' || era === 'stateless') &&
    (['requests', 'notifications', 'features', 'errors', 'capabilities'] as const).every(
      (name) => typeof facts[name] === 'object',
    ) &&
    typeof load === 'function'
  );
}

type Convert = (value: unknown, context: unknown) => unknown;
type Parts = { readonly [Part in 'params' | 'result']?: { readonly [direction: string]: Convert } };
type ConversionTable = { readonly [method: string]: Parts };

/** Returns a table whose handlers have the names that the sdk uses for their methods. */
function renamed(table: MethodTable, factsOf: (method: string) => { readonly name: string } | undefined): MethodTable {
  const named = <Entry extends { readonly name: string }>(entries: { readonly [method: string]: Entry }): object =>
    Object.fromEntries(
      Object.entries(entries).map(([method, entry]) => [
        method,
        { ...entry, name: factsOf(method)?.name ?? entry.name },
      ]),
    );
  const { requests, notifications, questions } = table;
  return {
    requests: named(requests),
    notifications: named(notifications),
    ...(questions && { questions: named(questions) }),
  } as MethodTable;
}

/** Returns conversions of a message that keep what only the revision itself accepts: a new field, or content of a new type. */
function keepingNew(method: string, parts: Parts, own: Revision, closest: Revision): Parts {
  const keeping = (part: 'params' | 'result', convert: Convert): Convert => {
    const [old, now] = [guardOf(closest, method, part), guardOf(own, method, part)];
    return (value, context) => (now?.(value) === true && old?.(value) === false ? value : convert(value, context));
  };
  return Object.fromEntries(
    Object.entries(parts).map(([part, directions]) => [
      part,
      Object.fromEntries(
        Object.entries(directions).map(([direction, convert]) => [direction, keeping(part as 'params', convert)]),
      ),
    ]),
  );
}
