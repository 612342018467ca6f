/**
 * Every collection that the runtime and the sdk keep, by the rule that bounds it: the file and the field, or the variable of a module.
 * What holds data of the other side is charged to its ledger, or has a bound of its own.
 */

import type { LedgerResource } from '../../runtime/src/ledger/index.js';

/** Charged to the ledger: by resource, with the file that charges. */
export const CHARGED: { readonly [Resource in LedgerResource]: { readonly [field: string]: string } } = {
  reading: {
    'runtime/src/codec/lines.ts LineSplitter.#held': 'runtime/src/codec/lines.ts',
  },
  retained: {
    'runtime/src/http/sessions.ts Sessions.#kept': 'runtime/src/http/sessions.ts',
    'runtime/src/http/sessions.ts Sessions.#byAccount': 'runtime/src/http/sessions.ts',
    'runtime/src/http/sessions.ts Sessions.#unused': 'runtime/src/http/sessions.ts',
    'runtime/src/peer/dispatcher.ts Dispatcher.#requests': 'runtime/src/peer/exchange.ts',
    'runtime/src/peer/dispatcher.ts Dispatcher.#notifications': 'runtime/src/peer/exchange.ts',
    'runtime/src/peer/peer.ts Peer.#held': 'runtime/src/peer/peer.ts',
    'sdk/src/client/knownTools.ts KnownTools.#known': 'sdk/src/client/knownTools.ts',
    'sdk/src/client/subscription.ts Subscription.#waiting': 'sdk/src/client/subscription.ts',
    'sdk/src/client/visits.ts Visits.#visits': 'sdk/src/client/visits.ts',
    'sdk/src/host/offers.ts ServerOffers.#lists': 'sdk/src/host/offers.ts',
    'sdk/src/server/sessions.ts Sessions.#open': 'runtime/src/http/sessions.ts',
    'sdk/src/server/subscriptions.ts Subscriptions.#subscriptions': 'sdk/src/server/subscriptions.ts',
  },
  output: {
    'runtime/src/http/undelivered.ts Undelivered.#texts': 'runtime/src/http/undelivered.ts',
    'runtime/src/peer/batch.ts Batch.#answers': 'runtime/src/peer/batch.ts',
    'runtime/src/transports/lineWriter.ts LineWriter.#gathered': 'runtime/src/transports/lineWriter.ts',
  },
};

/** Bounded without the ledger: by what, and how much. */
export const BOUNDED: { readonly [field: string]: string } = {
  'runtime/src/http/eventStore.ts MemoryEventStore.#active':
    '10,000 sessions and 32 Mi characters: options of the store',
  'runtime/src/http/eventStore.ts MemoryEventStore.#quiet': '10,000 sessions, together with #active',
  'runtime/src/http/eventStore.ts SessionEvents.entries': '1,000 events and 1 Mi characters: options of the store',
  'runtime/src/http/eventStore.ts SessionEvents.dropped': '1,000 streams, by names that the server gives',
  'runtime/src/http/sessionStore.ts MemorySessionStore.#records': '10,000 sessions and 32 Mi characters: its options',
  'runtime/src/ledger/ledger.ts Ledger.#accounts':
    '10,000 callers that hold nothing, and those that are counted for holding',
  'runtime/src/ledger/holding.ts Scope.#holdings': 'three resources',
  'runtime/src/ledger/turns.ts Turns.#takers': 'the accounts of a ledger',
  'runtime/src/ledger/account.ts Account.waiting':
    'the connections of a caller: each has one request, whose body is not read',
  'runtime/src/printable.ts PrintableStream.#start': '256 characters',
  'runtime/src/session/pages.ts Extent.#cursors': '1,000 cursors, which are weighed with their pages: 32 MiB',
  'runtime/src/transports/lineReader.ts LineReader.#waiting': 'what a paused stream hands on: a chunk or two of 64 KiB',
  'runtime/src/transports/serverRecord.ts ServerRecord.#stray': 'three lines of 100 characters',
  'runtime/src/transports/serverRecord.ts ServerRecord.#stderr': 'the option stderrKept of the transport',
  'sdk/src/client/knownTools.ts KnownTools.#checks': 'the schemas of #known, of at most 10,000 values each',
  'sdk/src/guard/rateLimiter.ts MemoryRateLimiter.#buckets': '10,000 callers: an option of the limiter',
  'sdk/src/roots/rootPaths.ts RootPaths.folders': 'the roots that it is made of, which are kept up to 1 MiB',
  'sdk/src/schema/json/compile.ts Compiler.#checks': '10,000 values of a schema',
  'sdk/src/schema/json/document.ts SchemaDocument.resources': '10,000 values of a schema',
  'sdk/src/schema/json/document.ts SchemaDocument.places': '10,000 values of a schema',
  'sdk/src/schema/json/document.ts Resource.anchors': '10,000 values of a schema',
  'sdk/src/schema/json/document.ts Resource.dynamicAnchors': '10,000 values of a schema',
  'sdk/src/schema/json/document.ts Reader.resources': '10,000 values of a schema',
  'sdk/src/schema/json/document.ts Reader.places': '10,000 values of a schema',
  'sdk/src/schema/json/pattern.ts Patterns.#matchers': 'the states of all patterns of a schema',
  'sdk/src/server/sessions.ts Sessions.#salt': '8 characters',
  'sdk/src/server/subscriptions.ts Subscriptions.#callers': '1,000 subscriptions; `authenticate` returns what is kept',
};

/** Neither charged nor bounded: by the reason. */
export const EXEMPT: { readonly [reason: string]: readonly string[] } = {
  'of the application: its options, and what it registers or keeps': [
    'runtime/src/http/endpoint.ts HttpEndpoint.paths',
    'runtime/src/http/origins.ts OriginGuard.#hosts',
    'runtime/src/http/origins.ts OriginGuard.#origins',
    'runtime/src/http/routes.ts Routes.#routes',
    'runtime/src/http/routes.ts Routes.#health',
    'runtime/src/peer/exchange.ts Exchange.#askedKeys',
    'runtime/src/session/definition.ts Definition.ids',
    'runtime/src/session/definition.ts Definition.#sources',
    'runtime/src/session/definition.ts Definition.#prepared',
    'sdk/src/client/middleware.ts MiddlewareStack.#all',
    'sdk/src/client/roots.ts Roots.#consents',
    'sdk/src/client/roots.ts Roots.#places',
    'sdk/src/guard/redact.ts Redaction.#names',
    'sdk/src/host/config.ts ConfigReader.problems',
    'sdk/src/host/errors.ts ConfigError.problems',
    'sdk/src/host/host.ts Host.#roots',
    'sdk/src/host/servers.ts Servers.#servers',
    'sdk/src/host/toolFilter.ts ToolFilter.#filters',
    'sdk/src/host/toolFilter.ts ToolFilter.#reported',
    'sdk/src/revisions.ts Revisions.sources',
    'sdk/src/revisions.ts Revisions.#converters',
    'sdk/src/server/catalog.ts Catalog.#kept',
    'sdk/src/server/catalog.ts Catalog.#list',
    'sdk/src/server/catalog.ts Catalog.#registered',
    'sdk/src/server/changes.ts MemoryChangeBus.#listeners',
    'sdk/src/server/customMethods.ts CustomMethods.#methods',
    'sdk/src/server/errors.ts UrlElicitationRequiredError.elicitations',
    'sdk/src/server/lookup.ts Index.resources',
    'sdk/src/server/lookup.ts Lookup.#indexed',
    'sdk/src/server/offers.ts Offers.#named',
    'sdk/src/server/offers.ts Offers.#changed',
    'sdk/src/server/offers.ts Offers.#offered',
    'sdk/src/server/responder.ts Responder.#middleware',
    'sdk/src/server/sessions.ts Conversation.data',
    'sdk/src/uri/compile.ts Compiler.instructions',
    'sdk/src/uri/compile.ts Compiler.variables',
    'sdk/src/uri/template.ts UriTemplate.variables',
    'sdk/src/uri/template.ts UriTemplate.#parts',
    'sdk/src/uri/template.ts UriTemplate.#allowed',
  ],
  'own requests: what this side sends, and who waits for it': [
    'runtime/src/http/client/transport.ts Posted.waiting',
    'runtime/src/http/client/transport.ts HttpClientTransport.#posted',
    'runtime/src/http/client/transport.ts HttpClientTransport.#posting',
    'runtime/src/peer/link.ts Link.#whenReady',
    'runtime/src/peer/link.ts Link.#gathered',
    'runtime/src/peer/outgoing.ts Outgoing.#pending',
    'runtime/src/transports/lineReader.ts LineReader.#whenIdle',
    'sdk/src/client/subscription.ts Subscription.#takers',
    'sdk/src/client/subscriptions.ts Subscriptions.#followed',
    'sdk/src/client/subscriptions.ts Followed.#followers',
    'sdk/src/host/audit.ts CallLog.#writing',
  ],
  'running requests of the other side: limited by `handlerLimit`, and charged with their arguments': [
    'runtime/src/http/reply.ts Reply.waiting',
    'runtime/src/http/session.ts HttpSession.#replies',
    'runtime/src/http/session.ts HttpSession.#streams',
    'runtime/src/http/sessionless.ts Sessionless.#active',
    'sdk/src/host/consent.ts Consents.#open',
  ],
  'one message: gone, or handed to the application, when it is handled': [
    'runtime/src/codegen/v1/explain.ts Walker.issues',
    'runtime/src/errors.ts NegotiationError.supported',
    'runtime/src/errors.ts InvalidMessageError.issues',
    'sdk/src/client/toolResult.ts ToolResult.content',
    'sdk/src/schema/json/run.ts Run.issues',
    'sdk/src/schema/json/run.ts Run.scope',
  ],
  'both sides are in this process': ['runtime/src/transports/memory.ts MemoryTransport.#arrived'],
  'one entry for each program that this process has started': [
    'runtime/src/transports/forwardStderr.ts waiting',
    'runtime/src/transports/leftovers.ts leftovers',
  ],
  'weak: as long as an object lasts that is kept elsewhere': [
    'sdk/src/client/described.ts PEERS',
    'sdk/src/client/extensions.ts checks',
    'sdk/src/server/failures.ts thrownFor',
    'sdk/src/server/pagination.ts sortedLists',
    'sdk/src/server/sessions.ts Sessions.#conversations',
  ],
  constant: [
    'runtime/src/peer/peer.ts Peer.#atOnce',
    'runtime/src/peer/profile.ts Profile.requests',
    'runtime/src/peer/profile.ts Profile.notifications',
    'runtime/src/peer/profile.ts Profile.sentRequests',
    'runtime/src/peer/profile.ts Profile.sentNotifications',
    'runtime/src/session/opening.ts noNotifications',
  ],
};
