/**
 * Emits dispatch.ts: what each side receives, by method, as tables for the runtime and as types for people; and the
 * revision itself, which holds both tables.
 */

import { RuleFinder } from '../analyze/sendRules.js';
import {
  otherSide,
  sentBy,
  type NotificationMessage,
  type Protocol,
  type RequestMessage,
  type Side,
} from '../model/protocol.js';
import { Code, code, concat, identifier, imported, propertyKey } from '../print/code.js';
import { pascalCase } from '../print/names.js';
import { CODEGEN, sourceFile, type GeneratedFile } from './file.js';
import { sendCheckName } from './sending.js';
import { guardName } from './validators.js';

const SIDES: readonly Side[] = ['server', 'client'];
const MethodTable = imported('MethodTable', CODEGEN, 'type');
const Revision = imported('Revision', CODEGEN, 'type');
const optional = imported('optional', CODEGEN, 'value');

/** The type that lists what a side sends: `ClientRequests`, `ServerNotifications`. */
export function messageTypes(side: Side, kind: 'request' | 'notification'): string {
  return `${pascalCase(side)}${kind === 'request' ? 'Requests' : 'Notifications'}`;
}

/** The params of a message as a type. */
export function paramsType(message: RequestMessage | NotificationMessage): Code {
  const type = imported(message.params.type, './types.js', 'type');
  return message.params.optional ? code`${type} | undefined` : type;
}

export function emitDispatch(protocol: Protocol): GeneratedFile {
  const rules = new RuleFinder(protocol.definitions);
  const about = `The methods of revision ${protocol.revision}: who sends them, what they carry, what answers them.`;
  const types = SIDES.toReversed().flatMap((side) => [requestTypes(side, protocol), notificationTypes(side, protocol)]);
  const tables = SIDES.map((side) => table(side, protocol, rules));
  return sourceFile(protocol, 'dispatch', about, [...types, ...tables, revisionValue(protocol)]);
}

function requestTypes(side: Side, protocol: Protocol): Code {
  const lines = sentBy(side, protocol.requests).map(
    (request) =>
      code`${propertyKey(request.method)}: { params: ${paramsType(request)}; result: ${imported(request.result, './types.js', 'type')} };`,
  );
  return code`/** The requests that a ${identifier(side)} sends, by method. */
    export interface ${identifier(messageTypes(side, 'request'))} { ${lines} }`;
}

function notificationTypes(side: Side, protocol: Protocol): Code {
  const lines = sentBy(side, protocol.notifications).map(
    (notification) => code`${propertyKey(notification.method)}: { params: ${paramsType(notification)} };`,
  );
  return code`/** The notifications that a ${identifier(side)} sends, by method. */
    export interface ${identifier(messageTypes(side, 'notification'))} { ${lines} }`;
}

/** The table of what a side receives: what the other one sends. */
function table(side: Side, protocol: Protocol, rules: RuleFinder): Code {
  const sender = otherSide(side);
  const requests = sentBy(sender, protocol.requests).map((request) => entry(request, rules));
  const notifications = sentBy(sender, protocol.notifications).map((notification) => entry(notification, rules));
  return code`/** What a ${identifier(side)} receives. */
    export const ${identifier(side)}: ${MethodTable} = {
      requests: { ${requests} },
      notifications: { ${notifications} },
    };`;
}

function entry(message: RequestMessage | NotificationMessage, rules: RuleFinder): Code {
  const fields = [
    code`name: ${message.name}`,
    code`params: ${paramsGuard(message)}`,
    code`paramsType: ${message.params.type}`,
    ...(message.kind === 'request'
      ? [code`result: ${guard(message.result)}`, code`resultType: ${message.result}`]
      : []),
    ...(rules.inDefinition(message.params.type) ? [code`checkParams: ${sendCheck(message.params.type)}`] : []),
    ...(message.kind === 'request' && rules.inDefinition(message.result)
      ? [code`checkResult: ${sendCheck(message.result)}`]
      : []),
    ...(message.capability === undefined ? [] : [code`capability: ${message.capability}`]),
    ...(message.kind === 'request' && message.paginated ? [new Code('paginated: true')] : []),
    ...(message.kind === 'request' ? [new Code(`cancellable: ${message.cancellable}`)] : []),
    ...(message.lifecycle ? [new Code('lifecycle: true')] : []),
  ];
  return code`${propertyKey(message.method)}: {
    ${concat(fields, ',\n')},
  },`;
}

function paramsGuard({ params }: RequestMessage | NotificationMessage): Code {
  return params.optional ? code`/* @__PURE__ */ ${optional}(${guard(params.type)})` : guard(params.type);
}

function guard(type: string): Code {
  return imported(guardName(type), './validators.js', 'value');
}

function sendCheck(type: string): Code {
  return imported(sendCheckName(type), './sending.js', 'value');
}

function revisionValue({ revision, era, batching }: Protocol): Code {
  return code`/** Revision ${new Code(revision)}: what a runtime needs to speak it. */
    export const revision: ${Revision} = {
      id: ${revision}, era: ${era}, batching: ${new Code(String(batching))}, server, client,
      explain: () => import('./explain.js').then((module) => module.explain),
    };`;
}
