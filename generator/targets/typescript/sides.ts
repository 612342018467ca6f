/**
 * Emits client.ts and server.ts: for each side, its handlers, a function that binds handlers to their state, and a stub for the messages
 * that it may send. TypeScript checks their types against the tables of dispatch.ts.
 */

import { propertiesBelow, referenceTo } from '../../model/places.js';
import {
  isSentByApplications,
  otherSide,
  sentBy,
  type AnyMessage,
  type Protocol,
  type Side,
} from '../../model/protocol.js';
import { Code, code, concat, docComment, identifier, imported, literal, propertyKey } from '../../print/code.js';
import * as MetaKeys from '../../registry/metaKeys.js';
import { pascalCase } from '../../words.js';
import { runtime } from './codegen.js';
import { asksInResults, messageTypes, resultType, type SentKind } from './dispatch.js';
import { sourceFile, type GeneratedFile } from '../file.js';
import { typeNamed } from './guardNames.js';

const {
  Caller,
  CallerOf,
  GivenParams,
  HandlerContext,
  NotificationHandler,
  RequestHandler,
  RequestOptions,
  bindHandlers,
} = runtime;

export function emitSide(side: Side, protocol: Protocol): GeneratedFile {
  const about = `The ${side} side of revision ${protocol.revision}: handlers for what it receives, a stub for what it sends.`;
  return sourceFile(protocol, side, about, [
    context(side, protocol),
    handlers(side, protocol),
    skeleton(side),
    ...stub(side, protocol),
  ]);
}

function context(side: Side, protocol: Protocol): Code {
  const asked = asksInResults(side, protocol) ? 'question' : 'request';
  return code`/** Passed to each handler of the ${identifier(side)} after the params: sends requests and notifications to the ${identifier(otherSide(side))}. */
    export type ${contextName(side)} = ${HandlerContext}<${table(side, asked)}, ${table(side, 'notification')}>;`;
}

function handlers(side: Side, protocol: Protocol): Code {
  const sender = otherSide(side);
  const handler = (message: AnyMessage, kind: SentKind): Code => {
    const [verb, type] = kind === 'notification' ? ['Handles', NotificationHandler] : ['Answers', RequestHandler];
    return code`${docs(message, verb)}${propertyKey(message.name)}?: ${type}<${entry(sender, kind, message)}, ${contextName(side)}>;`;
  };
  const received = [...sentBy(sender, protocol.requests), ...sentBy(sender, protocol.notifications)];
  // A method that comes alone and inside results has one handler.
  const embedded = sentBy(sender, protocol.embedded).filter(({ name }) => !received.some((each) => each.name === name));
  const methods = [
    ...received.filter(({ lifecycle }) => !lifecycle).map((message) => handler(message, message.kind)),
    ...embedded.map((question) => handler(question, 'question')),
  ];
  return code`/** The handlers of a ${identifier(side)}. Each one enables its method, and declares the capability that the method needs. */
    export interface ${handlersName(side)} { ${methods} }`;
}

/** Emits a function, not a base class: TypeScript infers no parameters of methods from a base, and accepts additional methods. */
function skeleton(side: Side): Code {
  const name = handlersName(side);
  return code`/**
      * Binds handlers to an object that holds their state and helpers: \`this\` in each handler is \`self\`.
      *
      * @param self usually an instance of a class
      */
    export function ${identifier(`bind${pascalCase(side)}Handlers`)}<Self extends object>(self: Self, handlers: ${name} & ThisType<Self>): ${name} {
      return ${bindHandlers}(self, handlers);
    }`;
}

/** Returns undefined for a side that sends nothing. */
function stub(side: Side, protocol: Protocol): readonly Code[] {
  const sent = [...sentBy(side, protocol.requests), ...sentBy(side, protocol.notifications)];
  const methods = sent.filter(isSentByApplications).map((message) => {
    const head = code`${docs(message, 'Sends')}${propertyKey(message.name)}`;
    const type = typeNamed(message.params.type);
    const given = protocol.era === 'stateless' && message.kind === 'request' ? givenParams(message, protocol) : type;
    const params = code`params${message.params.optional ? new Code('?') : undefined}: ${given}`;
    return message.kind === 'request'
      ? code`${head}(${params}, options?: ${RequestOptions}): Promise<${resultType(message)}> {
          return this.#peer.request(${message.method}, params, options);
        }\n`
      : code`${head}(${params}): Promise<void> { return this.#peer.notify(${message.method}, params); }\n`;
  });
  if (methods.length === 0) return [];
  const caller = code`${CallerOf}<${table(side, 'request')}, ${table(side, 'notification')}>`;
  const declaration = code`/** Sends the requests and notifications of a ${identifier(side)}. */
    export class ${identifier(`${pascalCase(side)}Stub`)} {
      readonly #peer: ${caller};

      /** @param peer the connection that carries the messages */
      constructor(peer: ${Caller}) {
        this.#peer = peer as ${caller};
      }

      ${methods}
    }`;
  return [declaration];
}

/** The keys of `_meta` that the runtime adds to every request. */
const ADDED_KEYS: readonly string[] = [MetaKeys.protocolVersion, MetaKeys.clientInfo, MetaKeys.clientCapabilities];

/** Returns params as a caller passes them: with the keys of `_meta` that are required and that the runtime does not add. */
function givenParams({ params }: AnyMessage, { definitions }: Protocol): Code {
  const type = typeNamed(params.type);
  const meta = propertiesBelow(definitions, referenceTo(params.type)).find(({ name }) => name === '_meta');
  const keys = meta === undefined || meta.optional ? [] : propertiesBelow(definitions, meta.type);
  const asked = keys.filter(({ name, optional }) => !optional && !ADDED_KEYS.includes(name));
  if (asked.length === 0) return code`${GivenParams}<${type}>`;
  return code`${GivenParams}<${type}, ${concat(
    asked.map(({ name }) => literal(name)),
    ' | ',
  )}>`;
}

/** Returns the type of the messages that a side sends. */
function table(side: Side, kind: SentKind): Code {
  return imported(messageTypes(side, kind), './dispatch.js', 'type');
}

/** Returns the params and result of a message, in that type. */
function entry(sender: Side, kind: SentKind, { method }: AnyMessage): Code {
  return code`${table(sender, kind)}[${literal(method)}]`;
}

function docs({ method, declaration }: AnyMessage, verb: string): Code | undefined {
  const [paragraph = ''] = declaration.docs.text.split(/\n\s*\n/);
  return docComment(`${verb} \`${method}\`.${paragraph === '' ? '' : `\n\n${paragraph}`}`);
}

function contextName(side: Side): Code {
  return identifier(`${pascalCase(side)}Context`);
}

function handlersName(side: Side): Code {
  return identifier(`${pascalCase(side)}Handlers`);
}
