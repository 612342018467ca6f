/** The facts of all revisions in one table: every message, feature, capability, error code, HTTP header, and key of `_meta`, with the revisions that have it. */

import { groupBy } from '../collections.js';
import { tagText } from '../model/declarations.js';
import type { Era, Side } from '../model/facts.js';
import { allMessages, asksForInput, type AnyMessage, type Protocol } from '../model/protocol.js';

/** The revisions that have something, of those that are compiled together. */
export interface RevisionRange {
  /** The first revision. */
  readonly since: string;
  /** The last revision. Absent if the newest one has it. */
  readonly until?: string;
  /** The revisions between these that do not have it, oldest first. Absent if there are none. */
  readonly except?: readonly string[];
}

/** Who sends a message. */
export type Sender = Side | 'both';

/** A message over all revisions, as its newest revision has it. */
export interface RegisteredMessage extends RevisionRange {
  /** Whether it has a response. */
  readonly kind: AnyMessage['kind'];
  /** The method as sent: `tools/call`. */
  readonly method: string;
  /** The name of its handlers. */
  readonly name: string;
  /** The side that sends it. */
  readonly sender: Sender;
  /** The path of the required capability. Absent if none is required. */
  readonly capability?: string;
  /** Whether it manages the connection. */
  readonly lifecycle: boolean;
  /** The revisions that mark it as deprecated. Absent if none does. */
  readonly deprecated?: RevisionRange;
  /** The extension that it belongs to, by its identifier. Absent for a message of the protocol itself. */
  readonly extension?: string;
  /** Whether its result is paginated. Always false for notifications, as the next two. */
  readonly paginated: boolean;
  /** Whether its result may ask for input. */
  readonly asks: boolean;
  /** Whether its result states how long it may be cached. */
  readonly cacheable: boolean;
  /** The notification that tells of changes of its result. */
  readonly changes?: string;
  /** The property of the filter that selects the notification for a stream of changes. Absent for requests. */
  readonly filter?: string;
}

/** A name for a value, with the revisions that have it. */
export interface RegisteredName<Value> extends RevisionRange {
  /** The name in generated code. */
  readonly name: string;
  /** What it is, in one sentence. Empty if the schema does not describe it. */
  readonly what: string;
  /** The code, the header, the key, or the path. */
  readonly value: Value;
}

/** The facts of all revisions. */
export interface Registry {
  /** Oldest first. */
  readonly revisions: readonly { readonly id: string; readonly era: Era; readonly batching: boolean }[];
  /** Every message, one row for each method. */
  readonly messages: readonly RegisteredMessage[];
  /** The features. */
  readonly features: readonly RegisteredName<true>[];
  /** The paths of the capabilities that each side can declare. */
  readonly capabilities: { readonly [Each in Side]: readonly RegisteredName<string>[] };
  /** The error codes that the protocol defines. */
  readonly errors: readonly RegisteredName<number>[];
  /** The HTTP headers. */
  readonly headers: readonly RegisteredName<string>[];
  /** The parameters that the header `Mcp-Name` repeats, by method. */
  readonly nameParams: readonly RegisteredName<string>[];
  /** The keys of `_meta` that the protocol defines. */
  readonly metaKeys: readonly RegisteredName<string>[];
}

/** @param protocols oldest first */
export function buildRegistry(protocols: readonly Protocol[]): Registry {
  const named = <Value>(
    valuesOf: (
      protocol: Protocol,
    ) => readonly { readonly name: string; readonly what: string; readonly value: Value }[],
  ): readonly RegisteredName<Value>[] =>
    // A name may have another value in another revision, and two values the same name: none of them may be lost.
    over(protocols, valuesOf, ({ name, value }) => JSON.stringify([name, value])).map(({ newest, range }) => ({
      ...newest,
      ...range,
    }));
  const paths = (side: Side): readonly RegisteredName<string>[] =>
    named(({ vocabulary }) => vocabulary.capabilities[side].map((path) => ({ name: path, what: '', value: path })));
  return {
    revisions: protocols.map(({ revision, era, batching }) => ({ id: revision, era, batching })),
    messages: registeredMessages(protocols),
    features: named(({ vocabulary }) => vocabulary.features.map((feature) => ({ ...feature, value: true as const }))),
    capabilities: { client: paths('client'), server: paths('server') },
    errors: named(({ vocabulary }) => vocabulary.errors),
    headers: named(({ vocabulary }) => vocabulary.headers),
    nameParams: over(
      protocols,
      ({ vocabulary }) => vocabulary.nameParams,
      ({ method }) => method,
    ).map(({ newest: { method, param }, range }) => ({ name: method, what: '', value: param, ...range })),
    metaKeys: named(({ vocabulary }) => vocabulary.metaKeys),
  };
}

/** Returns every message of any revision. @param protocols oldest first */
export function registeredMessages(protocols: readonly Protocol[]): readonly RegisteredMessage[] {
  const every = protocols.flatMap((protocol) =>
    allMessages(protocol).map((message) => ({ message, revision: protocol.revision })),
  );
  const byMethod = groupBy(every, ({ message }) => message.method);
  const marked = over(
    protocols,
    (protocol) => allMessages(protocol).filter(isDeprecated),
    ({ method }) => method,
  );
  const deprecations = new Map(marked.map(({ newest, range }) => [newest.method, range]));
  return over(protocols, allMessages, ({ method }) => method).map(({ newest, range }) => {
    const { kind, method, name, capability, lifecycle, since, extension } = newest;
    const versions = byMethod.get(method) ?? [];
    const senders = new Set(versions.flatMap(({ message }) => message.senders));
    const deprecated = deprecations.get(method);
    return {
      ...range,
      // Rows may name a revision that is older than all that are compiled.
      ...(since !== undefined && since < range.since && { since }),
      kind,
      method,
      name,
      sender: senders.size > 1 ? 'both' : ([...senders][0] ?? 'client'),
      ...(capability !== undefined && { capability }),
      lifecycle,
      ...(deprecated !== undefined && { deprecated }),
      ...(extension !== undefined && { extension }),
      paginated: newest.kind === 'request' && newest.paginated,
      asks: newest.kind === 'request' && asksForInput(newest),
      cacheable: newest.kind === 'request' && newest.cacheable,
      ...(newest.kind === 'request' && newest.changes !== undefined && { changes: newest.changes }),
      ...(newest.kind === 'notification' && newest.filter !== undefined && { filter: newest.filter }),
    };
  });
}

function isDeprecated({ declaration }: AnyMessage): boolean {
  return tagText(declaration.docs, 'deprecated') !== undefined;
}

/** Returns each thing as the newest revision has it, with the revisions that have it: those of the newest revision first. */
function over<Thing>(
  protocols: readonly Protocol[],
  thingsOf: (protocol: Protocol) => readonly Thing[],
  keyOf: (thing: Thing) => string,
): readonly { readonly newest: Thing; readonly range: RevisionRange }[] {
  const ids = protocols.map(({ revision }) => revision);
  const every = protocols
    .toReversed()
    .flatMap((protocol) => thingsOf(protocol).map((thing) => ({ thing, revision: protocol.revision })));
  return [...groupBy(every, ({ thing }) => keyOf(thing)).values()].flatMap((versions) => {
    const [newest, oldest] = [versions[0], versions.at(-1)];
    if (newest === undefined || oldest === undefined) return [];
    const [since, until] = [oldest.revision, newest.revision];
    const having = new Set(versions.map(({ revision }) => revision));
    const except = ids.slice(ids.indexOf(since), ids.indexOf(until)).filter((id) => !having.has(id));
    const range = { since, ...(until !== ids.at(-1) && { until }), ...(except.length > 0 && { except }) };
    return [{ newest: newest.thing, range }];
  });
}
