/** Emits messages.ts: a class for each request and notification, with the complete message as sent. */

import { literalOf } from '../../analyze/discriminate.js';
import type { Property } from '../../model/declarations.js';
import type { Definitions } from '../../model/definitions.js';
import type { AnyMessage, Protocol } from '../../model/protocol.js';
import { Code, code, concat, identifier, isIdentifier, literal, propertyKey } from '../../print/code.js';
import { sourceFile, type GeneratedFile } from '../file.js';
import { typeNamed } from './guardNames.js';

export function emitMessages(protocol: Protocol): GeneratedFile {
  const messages = [...protocol.requests, ...protocol.notifications];
  const about = `Messages of revision ${protocol.revision}, ready to be written with JSON.stringify.`;
  return sourceFile(
    protocol,
    'messages',
    about,
    messages.map((message) => messageClass(message, protocol.definitions)),
  );
}

/** The properties that each class has in its own way. */
const KNOWN: readonly string[] = ['jsonrpc', 'id', 'method', 'params'];

function messageClass(message: AnyMessage, definitions: Definitions): Code {
  const isRequest = message.kind === 'request';
  const typeName = message.declaration.name;
  const name = identifier(`${typeName}Message`);
  const params = typeNamed(message.params.type);
  const { optional } = message.params;
  const required = requiredProperties(message, definitions);
  const version = required.get('jsonrpc');
  const others = [...required.values()].filter(({ property }) => !KNOWN.includes(property.name));
  const fixed = others.filter(({ value }) => value !== undefined);
  const asked = others.filter(({ value }) => value === undefined);
  // A required parameter cannot follow an optional one.
  const mark = optional && asked.length === 0 ? code`?` : undefined;
  const given = optional && asked.length > 0 ? code`${params} | undefined` : params;
  const fields = asked.map((each) => code`readonly ${propertyKey(each.property.name)}: ${typeOf(each)};`);
  const id = required.get('id');
  const idType = definitions.findType('RequestId') || !id ? typeNamed('RequestId') : typeOf(id);
  const members = [
    code`static readonly method = ${message.method};`,
    code`readonly jsonrpc = ${literal(version?.value ?? '2.0')};`,
    ...(isRequest ? [code`readonly id: ${idType};`] : []),
    code`readonly method = ${message.method};`,
    ...fixed.map(({ property, value }) => code`readonly ${propertyKey(property.name)} = ${literal(value ?? '')};`),
    ...fields,
    optional ? code`declare readonly params?: ${params};` : code`readonly params: ${params};`,
  ];
  const parameters = [
    ...(isRequest ? [code`id: ${idType}`] : []),
    code`params${mark}: ${given}`,
    ...(asked.length === 0 ? [] : [code`others: { ${fields} }`]),
  ];
  const assignments = [
    ...(isRequest ? [code`this.id = id;`] : []),
    ...asked.map(({ property: { name } }) => code`${memberOf('this', name)} = ${memberOf('others', name)};`),
    optional ? code`if (params !== undefined) this.params = params;` : code`this.params = params;`,
  ];
  return code`/** A complete {@link ${typeNamed(typeName)}}${isRequest ? code` with its id` : undefined}. */
    export class ${name} {
      ${concat(members, '\n')}

      constructor(${concat(parameters, ', ')}) {
        ${assignments}
      }
    }`;
}

/** A required property of a message. */
interface Required {
  readonly property: Property;
  /** The definition that it is a property of. */
  readonly owner: string;
  /** Its only value, if it has only one. */
  readonly value?: string | number | boolean;
}

/** Returns the required properties of a message and of its envelope, by name. */
function requiredProperties(
  { kind, declaration }: AnyMessage,
  definitions: Definitions,
): ReadonlyMap<string, Required> {
  const envelope = definitions.nameOf(kind === 'request' ? 'JSONRPCRequest' : 'JSONRPCNotification');
  const members = [envelope, declaration.name].flatMap((owner) => {
    const found = definitions.findType(owner);
    const { properties = [] } =
      (found && definitions.membersOf({ kind: 'reference', name: owner, place: found.place })) ?? {};
    return properties.map((property) => ({ owner, property }));
  });
  const required = members.filter(({ property }) => !property.optional);
  return new Map(
    required.map(({ owner, property }) => {
      const value = literalOf(property.type, definitions);
      return [property.name, { owner, property, ...(value !== undefined && { value }) }];
    }),
  );
}

function typeOf({ owner, property }: Required): Code {
  return code`${typeNamed(owner)}[${literal(property.name)}]`;
}

function memberOf(object: string, name: string): Code {
  return isIdentifier(name) ? new Code(`${object}.${name}`) : code`${new Code(object)}[${literal(name)}]`;
}
