/** Emits messages.ts: a class for each request and notification, with the complete message as sent. */

import type { AnyMessage, Protocol } from '../../model/protocol.js';
import { code, identifier, type Code } from '../../print/code.js';
import { sourceFile, type GeneratedFile } from '../file.js';
import { typeNamed } from './names.js';

export function emitMessages(protocol: Protocol): GeneratedFile {
  const messages = [...protocol.requests, ...protocol.notifications];
  const about = `Messages of revision ${protocol.revision}, ready to be written with JSON.stringify.`;
  return sourceFile(protocol, 'messages', about, messages.map(messageClass));
}

function messageClass(message: AnyMessage): Code {
  const isRequest = message.kind === 'request';
  const typeName = message.declaration.name;
  const name = identifier(`${typeName}Message`);
  const params = typeNamed(message.params.type);
  const requestId = typeNamed('RequestId');
  const { optional } = message.params;
  const mark = optional ? code`?` : undefined;
  return code`/** A complete {@link ${typeNamed(typeName)}}${isRequest ? code` with its id` : undefined}. */
    export class ${name} {
      static readonly method = ${message.method};
      readonly jsonrpc = '2.0';
      ${isRequest ? code`readonly id: ${requestId};` : undefined}
      readonly method = ${message.method};
      ${optional ? code`declare` : undefined} readonly params${mark}: ${params};

      constructor(${isRequest ? code`id: ${requestId}, ` : undefined}params${mark}: ${params}) {
        ${isRequest ? code`this.id = id;` : undefined}
        ${optional ? code`if (params !== undefined) this.params = params;` : code`this.params = params;`}
      }
    }`;
}
