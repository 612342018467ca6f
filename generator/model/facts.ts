/**
 * Facts that no schema states: how communication starts, whether messages may be batched, which capability a method requires, and which
 * messages belong to the lifecycle. Each row names its source page in the specification, under the folder of its first revision, or under
 * its extension. Every method needs a row. A row that no method of the protocol's own schemas uses is reported. Rows of an extension are
 * used when a file with their methods is added.
 */

import type { AnchorName, Names } from './anchors.js';
import type { Erratum } from './errata.js';
import { holdsFor, type Range } from './range.js';
import { partsIn, type Subjects } from './subjects.js';

/** The JSON Schema dialect of the derived file. */
export type Dialect = 'draft-07' | '2020-12';

/** The two sides of a connection. */
export type Side = 'client' | 'server';

/** How communication starts: with an `initialize` handshake (`session`), or with metadata in every request (`stateless`). */
export type Era = 'session' | 'stateless';

/** The facts about one method, from the prose of the specification. */
export interface MethodFacts extends Range {
  readonly method: string;
  /** The extension that the method belongs to, by its identifier (`com.example/ui`). Absent for a method of the protocol itself. */
  readonly extension?: string;
  /**
   * The capability that the method requires, as a path: declared by the receiver of a request, or by the sender of a notification. For an
   * extension it is `extensions.` and its identifier. `none` if no capability is required; null if it is not decided yet.
   */
  readonly capability: string | null;
  /** The result's definition, if it is not named after the request. */
  readonly result?: string;
  /** The alternative result. */
  readonly otherResult?: string;
  /** Whether the runtime handles it, as part of the lifecycle. */
  readonly lifecycle?: true;
  /** Whether its sender may cancel it. Default: true. */
  readonly cancellable?: false;
  /** The notification that tells of changes of the result. Default: for a list, the one named `list_changed`. */
  readonly changes?: string;
  /** The property of the subscription filter that selects the notification. Default: the one that has its name. */
  readonly filter?: string;
  /** The parameter that the HTTP header `Mcp-Name` repeats. Absent if no header repeats one. */
  readonly nameParam?: string;
  /** The page of the specification. */
  readonly source: string;
}

/** The facts about one revision, from the prose of the specification. */
export interface RevisionFacts {
  /** The revision's date, which is also the name of its folder. */
  readonly id: string;
  /** Whether it comes with mcp-gen, whose packages then contain it. */
  readonly known?: true;
  /** The protocol version that programs negotiate. Default: the one that the schema states, see {@link versionOf}. */
  readonly protocolVersion?: string;
  readonly era: Era;
  /** Whether several messages may be sent together in an array, and the source page. */
  readonly batching: { readonly allowed: boolean; readonly source: string };
  /** Whether the specification restricts the form of the keys of `_meta`, and the source page. */
  readonly metadataKeys: { readonly stated: boolean; readonly source: string };
  readonly dialect: Dialect;
  /** The direction unions that its schema does not declare, because no such message exists. */
  readonly withoutUnions?: readonly string[];
  /** The names of declarations that mean what others mean in earlier revisions: `{ "PaginatedRequest": "PagedRequest" }`. Default: none. */
  readonly names?: Names;
  /** The revision whose rows were copied, as long as some of them are not confirmed. */
  readonly guessedFrom?: string;
  /** The open decisions: `era`, `methods/tools/call`, `errata/Root.uri`, `unions/ServerRequest`, `names/Result`, `numbers/Usage.share`. Default: none. */
  readonly open?: readonly string[];
}

/** The decisions about revisions: the rows of `revisions.json`, oldest first, and of `overrides.json` of a schema folder. */
export interface Tables {
  readonly revisions: readonly RevisionFacts[];
  readonly methods: readonly MethodFacts[];
  readonly errata: readonly Erratum[];
  readonly features: readonly FeatureRow[];
  readonly errors: readonly ErrorRow[];
  readonly headers: readonly HeaderRow[];
  readonly metaKeys: readonly MetaKeyRow[];
  /** What the decisions of each revision are about, by revision: `decisions.json` of its folder. */
  readonly subjects: { readonly [revision: string]: Subjects };
}

/** Tables without rows. */
export const NO_ROWS: Tables = {
  revisions: [],
  methods: [],
  errata: [],
  features: [],
  errors: [],
  headers: [],
  metaKeys: [],
  subjects: {},
};

/** The decisions about one revision, or those of another revision as guesses. */
export interface Facts extends Pick<Tables, 'errata' | 'features' | 'errors' | 'headers' | 'metaKeys'> {
  readonly revision: RevisionFacts;
  readonly methods: ReadonlyMap<string, MethodFacts>;
  /** The rows of methods that extensions declare. If two extensions have the same method, the last row applies: that of the project. */
  readonly extensionMethods: ReadonlyMap<string, MethodFacts>;
  /** The first revision that has each method, by method. */
  readonly since: ReadonlyMap<string, string>;
  /** The keys of `_meta` in earlier revisions, by name. If several keys had one name, the oldest one has it. */
  readonly earlierMetaKeys: ReadonlyMap<string, string>;
  /** The error codes that earlier revisions declare, by name. If several codes had one name, the oldest one has it. */
  readonly earlierErrors: ReadonlyMap<string, number>;
  /** The revision that these decisions were made for, if it is another one. */
  readonly guessedFrom: string | undefined;
  /** Returns the revision that the row of a method was made for, if it is another one: not every method is in {@link guessedFrom}. */
  readonly rowFrom: (method: string) => string | undefined;
  /** The names of anchors, where they are not the usual ones. */
  readonly names: Names;
  /** What the decisions of the revision of these facts are about. */
  readonly subjects: Subjects;
  /** Returns whether a decision is in {@link RevisionFacts.open}. */
  readonly isOpen: (decision: string) => boolean;
}

/**
 * Returns the facts of a revision. If it has no row of its own, the facts of the newest earlier revision are used as guesses; a method
 * without a row there gets its newest row.
 */
export function factsOf(revision: string, tables: Tables): Facts {
  const { revisions, methods: rows } = tables;
  const row = revisions.findLast((row) => row.id <= revision) ?? revisions[0];
  if (!row) throw new Error('No facts of any revision');
  const methods = rows
    .filter(({ extension }) => extension === undefined)
    .toSorted((a, b) => (a.from < b.from ? -1 : 1));
  const extensionMethods = byMethod(rows.filter((each) => each.extension !== undefined && holdsFor(each, revision)));
  const own = byMethod(methods.filter((each) => holdsFor(each, row.id)));
  const since = new Map(methods.toReversed().map(({ method, from }) => [method, from]));
  const held = <Row extends Partial<Range>>(rows: readonly Row[]): readonly Row[] =>
    rows.filter((each) => holdsFor(each, row.id));
  const common = {
    revision: row,
    extensionMethods,
    since,
    errata: held(tables.errata),
    features: held(tables.features),
    errors: held(tables.errors),
    headers: held(tables.headers),
    metaKeys: held(tables.metaKeys),
    names: row.names ?? {},
    subjects: tables.subjects[row.id] ?? {},
    earlierMetaKeys: metaKeysBefore(revision, tables),
    earlierErrors: errorsBefore(revision, tables),
  };
  const { open = [], guessedFrom } = row;
  if (row.id === revision) {
    // Rows are guesses only while a decision is open.
    const guess = open.length > 0 ? guessedFrom : undefined;
    const copied = (method: string): MethodFacts | undefined => {
      const found = own.get(method);
      return found?.from === revision ? rowToCopy(method, revision, methods) : found;
    };
    const rowFrom = (method: string): string | undefined => revisionOf(copied(method), guess);
    return { ...common, methods: own, guessedFrom: guess, rowFrom, isOpen: (decision) => open.includes(decision) };
  }
  const methodsOrGuesses = new Map([...byMethod(methods), ...own]);
  const rowFrom = (method: string): string | undefined => revisionOf(methodsOrGuesses.get(method), row.id);
  return { ...common, methods: methodsOrGuesses, guessedFrom: row.id, rowFrom, isOpen: () => true };
}

/**
 * Returns the row of a method in other revisions: the newest one of earlier revisions, or the first one of later revisions.
 *
 * @param rows oldest first
 */
export function rowToCopy(method: string, revision: string, rows: readonly MethodFacts[]): MethodFacts | undefined {
  const others = rows.filter((row) => row.method === method && row.from !== revision);
  return others.findLast(({ from }) => from < revision) ?? others[0];
}

/** Returns the revision that a row is copied from: the usual one, if it has the row. */
function revisionOf(row: MethodFacts | undefined, usual: string | undefined): string | undefined {
  if (!row || usual === undefined) return undefined;
  return holdsFor(row, usual) ? usual : (row.until ?? row.from);
}

function metaKeysBefore(revision: string, tables: Tables): ReadonlyMap<string, string> {
  return oldestBefore(revision, tables, (subjects) =>
    partsIn(subjects['metadataKeys']).map((row) => [row.slice(0, row.indexOf('=')), row.slice(row.indexOf('=') + 1)]),
  );
}

function errorsBefore(revision: string, tables: Tables): ReadonlyMap<string, number> {
  return oldestBefore(revision, tables, (subjects) =>
    (subjects['removed/errors']?.subject ?? []).map((line) => {
      const [name = '', code] = line.split(': ');
      return [name, Number(code)];
    }),
  );
}

/** Returns what earlier revisions had, by name, each as the oldest of them had it. */
function oldestBefore<Value>(
  revision: string,
  { revisions, subjects }: Tables,
  namesIn: (subjects: Subjects) => readonly (readonly [string, Value])[],
): ReadonlyMap<string, Value> {
  const earlier = revisions.filter(({ id }) => id < revision);
  return new Map(earlier.flatMap(({ id }) => namesIn(subjects[id] ?? {})).toReversed());
}

/**
 * Returns the era that follows from a schema: its opening request. Undefined if the schema has none.
 *
 * @param has returns whether the schema declares an anchor
 */
export function eraOf(has: (anchor: AnchorName) => boolean): Era | undefined {
  if (has('DiscoverRequest')) return 'stateless';
  return has('InitializeRequest') ? 'session' : undefined;
}

function byMethod(rows: readonly MethodFacts[]): ReadonlyMap<string, MethodFacts> {
  return new Map(rows.map((row) => [row.method, row]));
}

/** A row about a feature: at a place of the schema, or in the prose of the specification. */
interface FeatureRow extends Partial<Range> {
  /** The name in generated code: `structuredContent`. */
  readonly name: string;
  /** What it is, in one sentence. */
  readonly what: string;
  /** The definition, and the path of properties below it, that revisions with the feature declare: `CallToolResult.structuredContent`. */
  readonly place?: string;
  /** The page of the specification, if no place shows the feature. */
  readonly source?: string;
}

/** A row about a name that only the prose of the specification states. */
interface NamedRow extends Range {
  /** The name in generated code. */
  readonly name: string;
  /** What it is, in one sentence. */
  readonly what: string;
  /** The page of the specification. */
  readonly source: string;
}

/** A row about an error code without a constant in the schema. */
interface ErrorRow extends NamedRow {
  readonly code: number;
}

/** A row about an HTTP header. */
interface HeaderRow extends NamedRow {
  /** As the specification writes it: `Mcp-Session-Id`. */
  readonly header: string;
}

/** A row about a key of `_meta` that no type of the schema has. */
interface MetaKeyRow extends NamedRow {
  readonly key: string;
}
