/**
 * How applications of `@mcp-gen/sdk` reach a new field of a known definition. A field passes where a public type of a feature has the
 * definition as a whole, since the unified types have it then. Elsewhere the feature builds or reads the object field by field, and ignores
 * what it does not know; a default route or middleware reaches the whole message.
 */

import { plainText } from '../analyze/describeShape.js';
import { groupBy } from '../collections.js';
import { namesIn, type Definitions } from '../model/definitions.js';
import { allMessages, otherSide, type AnyMessage, type Protocol, type Side } from '../model/protocol.js';
import { addedFields, type AddedField, type Holder } from './addedFields.js';
import { SIDES, type Part } from './carriers.js';
import type { Route } from '../sdk/route.js';
import type { Sdk, SdkFeature } from '../sdk/features.js';

/** Questions inside results, and their answers: they are messages of their own. */
const QUESTIONS = ['InputRequest', 'InputResponse'] as const;

/** What has routes as a capability. */
const CAPABILITIES = ['ClientCapabilities', 'ServerCapabilities'] as const;

/** Metadata is free-form: handlers and senders have all keys of it. */
const META = '_meta';

/** Returns the routes of the fields that a revision adds to definitions that it shares with an earlier one. */
export function fieldRoutes(was: Protocol, is: Protocol, sdk: Sdk): readonly Route[] {
  const older = new Set(allMessages(was).map(({ method }) => method));
  const parts = allMessages(is)
    .filter(({ method, extension }) => older.has(method) && extension === undefined)
    .flatMap(partsOf);
  const cut = new Set([...QUESTIONS, ...CAPABILITIES].map((name) => is.source.nameOf(name)));
  const finder: Finder = { sdk, definitions: is.definitions, cut };
  return addedFields(was, is).flatMap((field) =>
    merged(
      plainText(field.name),
      parts.flatMap((each) => SIDES.flatMap((side) => partRoutes(field, each, side, finder))),
    ),
  );
}

/** What routes are found with. */
interface Finder {
  readonly sdk: Sdk;
  readonly definitions: Definitions;
  /** The definitions that are not followed. */
  readonly cut: ReadonlySet<string>;
}

/** The params or the result of a message. */
interface MessagePart {
  readonly message: AnyMessage;
  readonly part: Part;
  readonly roots: readonly string[];
  readonly sender: Side;
}

function partsOf(message: AnyMessage): readonly MessagePart[] {
  return message.senders.flatMap((sender): readonly MessagePart[] => [
    { message, part: 'params', roots: [message.params.type], sender },
    ...(message.kind === 'request'
      ? [{ message, part: 'result', roots: message.results, sender: otherSide(sender) } as const]
      : []),
  ]);
}

/** A route in one message. */
interface MessageRoute {
  readonly method: string;
  readonly side: Side;
  /** Returns the call or option, with a method as it is written there. */
  readonly useFor: (method: string) => string;
  /** What ignores the field. */
  readonly feature?: Pick<SdkFeature, 'name' | 'file'>;
}

/** Returns how one side reaches a field in the params or the result of a message. Empty if the message does not have it. */
function partRoutes(
  field: AddedField,
  { message, part, roots, sender }: MessagePart,
  side: Side,
  { sdk, definitions, cut }: Finder,
): readonly MessageRoute[] {
  const { method } = message;
  const holdersIn = (start: readonly string[], without: Iterable<string>): readonly Holder[] => {
    const stops = new Set([...cut, ...without]);
    const reached = reachFrom(start, definitions, stops);
    return field.holders.filter(
      ({ definition, property }) => reached.has(definition) && !stops.has(`${definition}.${property}`),
    );
  };
  if (holdersIn(roots, []).length === 0) return [];
  const route = (useFor: MessageRoute['useFor'], feature?: MessageRoute['feature']): MessageRoute => ({
    ...{ method, side, useFor },
    ...(feature && { feature }),
  });
  const isSender = side === sender;
  const asks = (part === 'params') === isSender;
  const own = sdk.features.filter((each) => each.side === side && each.methods.includes(method));
  // What the server sends automatically, applications can change, and not always send.
  const isAnnounced = message.kind === 'notification' && own.length > 0;
  const useFor =
    isAnnounced && isSender && side === 'server'
      ? () => 'server.use(middleware)'
      : defaultRoute(message, isSender, asks, side);
  // The keys of `_meta` are free-form. What the values of its own keys contain comes from the introduction of clients and servers.
  const isMeta = holdersIn(roots, [META]).length === 0;
  const metaTypes = propertiesNamed(META, reachFrom(roots, definitions, cut), definitions);
  if (isMeta && field.holders.some(({ definition }) => metaTypes.has(definition))) {
    return [route(!isSender && side === 'server' ? () => 'context.meta' : useFor)];
  }
  if (isMeta && !own.some(({ opens }) => opens)) return [];
  const module = sdk.runtime.find(
    ({ does, methods }) => does === (asks ? 'sends' : 'handles') && methods.includes(method),
  );
  if (own.length === 0) return module ? [route(useFor, module)] : useFor('') === '' ? [] : [route(useFor)];
  const found = own.flatMap((feature): readonly MessageRoute[] => {
    if (isMeta && !feature.opens) return [];
    const surface = isSender ? feature.gets : feature.gives;
    if (holdersIn(roots, [...Object.keys(surface), ...(isMeta ? [] : [META])]).length > 0) {
      // Middleware of servers does not see introductions.
      return [route(isMeta || (feature.opens && side === 'server') ? () => '' : useFor, feature)];
    }
    const places = Object.entries(surface).filter(([key]) => {
      const [name = '', property] = key.split('.');
      const inside = property === undefined ? [name] : namesBehind(name, property, definitions);
      const isHere = field.holders.some((each) => each.definition === name && each.property === property);
      return reachFrom(roots, definitions, cut).has(name) && (isHere || holdersIn(inside, []).length > 0);
    });
    return places.map(([, place]) => route(() => `typed in ${place}`));
  });
  const passing = found.filter(({ feature }) => feature === undefined);
  return passing.length > 0 ? passing : found;
}

/**
 * Returns the definitions in the values of some definitions.
 *
 * @param cut definitions, properties of one, and properties of all that are not followed: `Icon`, `Tool.icons`, `_meta`
 */
function reachFrom(roots: readonly string[], definitions: Definitions, cut: ReadonlySet<string>): ReadonlySet<string> {
  const names = new Set<string>();
  const open = [...roots];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (names.has(name) || cut.has(name)) continue;
    names.add(name);
    open.push(...namesInside(name, definitions, cut));
  }
  return names;
}

function namesInside(name: string, definitions: Definitions, cut: ReadonlySet<string>): readonly string[] {
  const declaration = definitions.find(name);
  if (declaration?.kind === 'alias') return namesIn(declaration.type);
  if (declaration?.kind !== 'interface') return [];
  const followed = definitions
    .propertiesOf(declaration)
    .filter((property) => !cut.has(property.name) && !cut.has(`${name}.${property.name}`));
  return [...followed.map(({ type }) => type), ...(declaration.index ? [declaration.index] : [])].flatMap(namesIn);
}

/** Returns the definitions in a property of a definition. */
function namesBehind(name: string, property: string, definitions: Definitions): readonly string[] {
  const declaration = definitions.find(name);
  const found = declaration?.kind === 'interface' ? definitions.propertyNamed(declaration, property) : undefined;
  return found === undefined ? [] : namesIn(found.type);
}

/** Returns the definitions that some definitions have as a property of a name. */
function propertiesNamed(property: string, names: Iterable<string>, definitions: Definitions): ReadonlySet<string> {
  return new Set([...names].flatMap((name) => namesBehind(name, property, definitions)));
}

/** Returns the call or option that reaches the whole params or result of a message. Empty for what the runtime exchanges itself. */
function defaultRoute(message: AnyMessage, isSender: boolean, asks: boolean, side: Side): MessageRoute['useFor'] {
  if (message.lifecycle) return () => '';
  const isServer = side === 'server';
  if (message.kind === 'notification') {
    if (isSender && isServer && message.filter !== undefined) return (text) => `server.notify(${text}, params)`;
    if (isSender) return (text) => `${isServer ? 'context' : 'client'}.notify(${text}, params)`;
    return (text) =>
      isServer ? `server.onNotification(${text}, handler)` : `client.onNotification(${text}, listener)`;
  }
  if (asks)
    return (text) => (isServer ? `context.ask(key, request(${text}, params))` : `client.request(${text}, params)`);
  return (text) => (isServer ? 'server.use(middleware)' : `connect(target, { methods: { ${text}: handler } })`);
}

/** Merges the routes of messages that differ only by the method. */
function merged(name: string, routes: readonly MessageRoute[]): readonly Route[] {
  const groups = groupBy(routes, ({ side, useFor, feature }) =>
    JSON.stringify([side, useFor(''), feature?.name, feature?.file]),
  );
  return [...groups.values()].flatMap(([first, ...others]): readonly Route[] => {
    if (first === undefined) return [];
    const methods = [...new Set([first, ...others].map(({ method }) => method))];
    const use = first.useFor(methods.length === 1 ? JSON.stringify(plainText(first.method)) : 'method');
    const { side, feature } = first;
    return [
      {
        kind: 'field',
        name,
        side,
        use,
        ...(feature && { ignoredBy: { name: feature.name, file: feature.file, methods: methods.map(plainText) } }),
      },
    ];
  });
}
