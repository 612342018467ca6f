/**
 * What no schema says: how a conversation opens, whether messages may come in batches, which capability a method needs, which
 * messages belong to the conversation itself. Each row names the page of the specification that it was read from, under the folder
 * of its first revision, or under its extension. Every method needs a row. A row that no method of the protocol's own schemas uses is
 * reported; those of an extension wait until a file that declares their methods is added.
 */

import type { Erratum } from './errata.js';
import { holdsFor, type Range } from './range.js';

/** The JSON Schema dialect of the derived file. */
export type Dialect = 'draft-07' | '2020-12';

/** The two ends of a conversation. */
export type Side = 'client' | 'server';

/** How a revision opens a conversation: with an `initialize` handshake, or with metadata on every request. */
export type Era = 'session' | 'stateless';

/** What the specification's prose says of one method. */
export interface MethodFacts extends Range {
  readonly method: string;
  /** The extension that the method belongs to, by its identifier (`com.example/ui`). Absent for a method of the protocol itself. */
  readonly extension?: string;
  /**
   * The capability behind the method, as a path: declared by the side that answers a request, and by the side that sends
   * a notification. That of an extension is `extensions.` and its identifier. `none` if the method needs no capability of that side;
   * null if nobody has decided yet.
   */
  readonly capability: string | null;
  /** The result's definition, if it is not named after the request. */
  readonly result?: string;
  /** A definition that may come instead of the result. */
  readonly otherResult?: string;
  /** Part of the conversation itself: the runtime acts on it. */
  readonly lifecycle?: true;
  /** Its sender must not cancel it. */
  readonly cancellable?: false;
  /** The page of the specification. */
  readonly source: string;
}

/** What the specification's prose says of one revision. */
export interface RevisionFacts {
  /** The revision, by its date; also the name of its folder. */
  readonly id: string;
  readonly era: Era;
  /** Whether messages may arrive together in an array, and the page that says so. */
  readonly batching: { readonly allowed: boolean; readonly source: string };
  /** Whether the keys of `_meta` have a form that senders keep to, and the page that says so. */
  readonly metadataKeys: { readonly stated: boolean; readonly source: string };
  readonly dialect: Dialect;
  /** The unions of messages by direction that its schema does not declare, since no such message exists. */
  readonly withoutUnions?: readonly string[];
  /** The revision whose rows were taken over, while some of them wait for a decision. */
  readonly guessedFrom?: string;
  /** The decisions that wait: `era`, `methods/tools/call`, `errata/Root.uri`, `unions/ServerRequest`. Default: none. */
  readonly open?: readonly string[];
}

/** What people have decided about revisions: the rows of `revisions.json`, oldest first, and of `overrides.json` of a schema folder. */
export interface Tables {
  readonly revisions: readonly RevisionFacts[];
  readonly methods: readonly MethodFacts[];
  readonly errata: readonly Erratum[];
}

/** What a person has decided about one revision, or what is taken over from another one as a guess. */
export interface Facts {
  readonly revision: RevisionFacts;
  readonly methods: ReadonlyMap<string, MethodFacts>;
  /** The rows of methods that extensions declare. Of two extensions with one method, the last row counts: that of the project. */
  readonly extensionMethods: ReadonlyMap<string, MethodFacts>;
  /** The first revision that has each method, by method. */
  readonly since: ReadonlyMap<string, string>;
  /** The errors of the schema that are known. */
  readonly errata: readonly Erratum[];
  /** The revision that all this was decided for, if it is another one. */
  readonly guessedFrom: string | undefined;
  /** Whether a decision of {@link RevisionFacts.open} waits for a person. */
  readonly isOpen: (decision: string) => boolean;
}

/**
 * Returns the facts of a revision. If it has no row of its own, those of the newest earlier revision are the guess, and a method
 * without a row there gets its newest row.
 */
export function factsOf(revision: string, { revisions, methods: rows, errata }: Tables): Facts {
  const row = revisions.findLast((row) => row.id <= revision) ?? revisions[0];
  if (!row) throw new Error('No facts of any revision');
  const methods = rows
    .filter(({ extension }) => extension === undefined)
    .toSorted((a, b) => (a.from < b.from ? -1 : 1));
  const extensionMethods = byMethod(rows.filter((each) => each.extension !== undefined && holdsFor(each, revision)));
  const own = byMethod(methods.filter((each) => holdsFor(each, row.id)));
  const since = new Map(methods.toReversed().map(({ method, from }) => [method, from]));
  const held = errata.filter((each) => holdsFor(each, row.id));
  const common = { revision: row, extensionMethods, since, errata: held };
  const { open = [], guessedFrom } = row;
  if (row.id === revision) {
    // Rows are guesses only while a decision is open.
    const guess = open.length > 0 ? guessedFrom : undefined;
    return { ...common, methods: own, guessedFrom: guess, isOpen: (decision) => open.includes(decision) };
  }
  const methodsOrGuesses = new Map([...byMethod(methods), ...own]);
  return { ...common, methods: methodsOrGuesses, guessedFrom: row.id, isOpen: () => true };
}

function byMethod(rows: readonly MethodFacts[]): ReadonlyMap<string, MethodFacts> {
  return new Map(rows.map((row) => [row.method, row]));
}
