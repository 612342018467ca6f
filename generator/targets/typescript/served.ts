/**
 * Emits served.ts, for revisions that the packages of mcp-gen do not contain: what servers, clients, hosts, and bridges of the sdk need to
 * know of such a revision, as plain data, a function that loads its tables, and the code that uses both.
 */

import { registeredMessages, type RegisteredMessage } from '../../analyze/registry.js';
import type { Protocol } from '../../model/protocol.js';
import { code, Code, concat, identifier, imported, propertyKey } from '../../print/code.js';
import { dataText, type Data } from '../../print/data.js';
import { Scope } from '../../print/scope.js';
import { camelCase } from '../../words.js';
import { sourceFile, type GeneratedFile } from '../file.js';
import { runtime, SERVED } from './codegen.js';
import { asksInResults, messageTypes } from './dispatch.js';

/** Returns no file for a revision that the packages contain. */
export function emitServed(protocol: Protocol): readonly GeneratedFile[] {
  const { revision, protocolVersion, era, vocabulary } = protocol;
  if (protocolVersion === undefined) return [];
  const about = `Revision ${revision} for programs on the sdk, which does not contain it: \`revisions: [${definitionName(revision)}]\`.`;
  // Those of extensions are active in programs that register them.
  const messages = registeredMessages([protocol]).filter(({ extension }) => extension === undefined);
  const { features, errors, capabilities } = vocabulary;
  const body = code`/** Revision ${new Code(revision)}, for the option \`revisions\`. */
    export const ${identifier(definitionName(revision))}: ${runtime.RevisionDefinition} = /* @__PURE__ */ ${runtime.defineRevision}({
      id: ${protocolVersion}, era: ${era},
      requests: { ${rowsOf(messages, 'request')} },
      notifications: { ${rowsOf(messages, 'notification')} },
      features: ${dataText(features.map(({ name }) => name))},
      errors: ${dataText(errors.map(({ value }) => value))},
      capabilities: { client: ${dataText(capabilities.client)}, server: ${dataText(capabilities.server)} },
      load: () => import('./dispatch.js').then((module) => module.revision),
    });`;
  const tables = (['client', 'server'] as const).flatMap((side) => {
    const requests = [
      messageTypes(side, 'request'),
      ...(asksInResults(side, protocol) ? [messageTypes(side, 'question')] : []),
    ];
    const notifications = [messageTypes(side, 'notification')];
    return [
      code`${identifier(`${side}Requests`)}: ${typesOf(requests)};`,
      code`${identifier(`${side}Notifications`)}: ${typesOf(notifications)};`,
    ];
  });
  const types = code`declare module ${SERVED} {
      interface DefinedMessages { ${propertyKey(protocolVersion)}: { ${tables} }; }
    }`;
  return [sourceFile(protocol, 'served', about, [body, types])];
}

/** Returns the name of the exported definition: that of the revision, if it is one in code. */
export function definitionName(revision: string): string {
  const name = camelCase(revision);
  return /^[a-z]/.test(name) ? new Scope().claim(name) : `revision${name}`;
}

function typesOf(names: readonly string[]): Code {
  return concat(
    names.map((name) => imported(name, './dispatch.js', 'type')),
    ' & ',
  );
}

function rowsOf(messages: readonly RegisteredMessage[], kind: RegisteredMessage['kind']): readonly Code[] {
  return messages
    .filter((message) => message.kind === kind)
    .map((message) => code`${propertyKey(message.method)}: ${dataText(rowOf(message))},`);
}

/** Returns a row without what is false, and without ranges: it is about one revision. */
function rowOf({ kind: _kind, method: _method, since: _since, deprecated, ...facts }: RegisteredMessage): Data {
  const stated = Object.entries({ ...facts, deprecated: deprecated !== undefined });
  return Object.fromEntries(stated.filter(([, value]) => value !== false));
}
