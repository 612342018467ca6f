/**
 * Emits client.ts and server.ts: for each side, the handlers it may have, a base class for handlers written as a class,
 * and a stub that sends what the side may send.
 */

import {
  otherSide,
  sentBy,
  type NotificationMessage,
  type Protocol,
  type RequestMessage,
  type Side,
} from '../model/protocol.js';
import { Code, code, docComment, identifier, imported, propertyKey } from '../print/code.js';
import { pascalCase } from '../print/names.js';
import { runtime } from './codegen.js';
import { messageTypes, paramsType, resultType } from './dispatch.js';
import { sourceFile, type GeneratedFile } from './file.js';

const { Caller, HandlerContext, RequestOptions } = runtime;

export function emitSide(side: Side, protocol: Protocol): GeneratedFile {
  const about = `The ${side} side of revision ${protocol.revision}: handlers for what it receives, a stub for what it sends.`;
  return sourceFile(protocol, side, about, [
    context(side),
    handlers(side, protocol),
    skeleton(side),
    ...stub(side, protocol),
  ]);
}

function context(side: Side): Code {
  const requests = imported(messageTypes(side, 'request'), './dispatch.js', 'type');
  const notifications = imported(messageTypes(side, 'notification'), './dispatch.js', 'type');
  return code`/** What a handler of the ${identifier(side)} is given beside the params: it asks and notifies the ${identifier(otherSide(side))}. */
    export type ${contextName(side)} = ${HandlerContext}<${requests}, ${notifications}>;`;
}

function handlers(side: Side, protocol: Protocol): Code {
  const sender = otherSide(side);
  const requests = sentBy(sender, protocol.requests).filter(({ lifecycle }) => !lifecycle);
  const notifications = sentBy(sender, protocol.notifications).filter(({ lifecycle }) => !lifecycle);
  const methods = [
    ...requests.map((request) => {
      const result = resultType(request);
      return code`${docs(request, 'Answers')}${propertyKey(request.name)}?(params: ${paramsType(request)}, context: ${contextName(side)}): ${result} | Promise<${result}>;`;
    }),
    ...notifications.map(
      (notification) =>
        code`${docs(notification, 'Takes')}${propertyKey(notification.name)}?(params: ${paramsType(notification)}, context: ${contextName(side)}): void | Promise<void>;`,
    ),
  ];
  return code`/** What a ${identifier(side)} can answer. Each handler that is there makes its method, and the capability behind it, available. */
    export interface ${handlersName(side)} { ${methods} }`;
}

function skeleton(side: Side): Code {
  const name = identifier(`${pascalCase(side)}Skeleton`);
  return code`/** A base for a ${identifier(side)} written as a class: extend it and define the handlers of {@link ${handlersName(side)}}. */
    export abstract class ${name} {}
    export interface ${name} extends ${handlersName(side)} {}`;
}

/** Nothing for a side that sends nothing. */
function stub(side: Side, protocol: Protocol): readonly Code[] {
  const requests = sentBy(side, protocol.requests).filter(({ lifecycle, name }) => !lifecycle || name === 'ping');
  const notifications = sentBy(side, protocol.notifications).filter(({ lifecycle }) => !lifecycle);
  const methods = [
    ...requests.map((request) => {
      const result = resultType(request);
      return code`${docs(request, 'Sends')}${propertyKey(request.name)}(${parameters(request)}, options?: ${RequestOptions}): Promise<${result}> {
        return this.#peer.request(${request.method}, params, options) as Promise<${result}>;
      }`;
    }),
    ...notifications.map(
      (
        notification,
      ) => code`${docs(notification, 'Sends')}${propertyKey(notification.name)}(${parameters(notification)}): Promise<void> {
        return this.#peer.notify(${notification.method}, params);
      }`,
    ),
  ];
  if (methods.length === 0) return [];
  const declaration = code`/** Sends what a ${identifier(side)} may send, typed. */
    export class ${identifier(`${pascalCase(side)}Stub`)} {
      readonly #peer: ${Caller};

      /** @param peer the connection that carries the messages */
      constructor(peer: ${Caller}) {
        this.#peer = peer;
      }

      ${methods.map((method) => code`${method}\n`)}
    }`;
  return [declaration];
}

function parameters({ params }: RequestMessage | NotificationMessage): Code {
  return code`params${params.optional ? new Code('?') : undefined}: ${imported(params.type, './types.js', 'type')}`;
}

function docs({ method, declaration }: RequestMessage | NotificationMessage, verb: string): Code | undefined {
  const [paragraph] = declaration.docs.text.split(/\n\s*\n/);
  return docComment(`${verb} \`${method}\`.${paragraph ? `\n\n${paragraph}` : ''}`);
}

function contextName(side: Side): Code {
  return identifier(`${pascalCase(side)}Context`);
}

function handlersName(side: Side): Code {
  return identifier(`${pascalCase(side)}Handlers`);
}
