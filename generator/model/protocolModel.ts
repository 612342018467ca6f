/** Converts protocols to models and back. Lookups by name are not stored: {@link protocolOf} rebuilds them. */

import { isDeepStrictEqual } from 'node:util';
import { InputError, ProblemList, type Place } from '../problems.js';
import { checkModel } from './checkModel.js';
import { checkNames } from './checkNames.js';
import { tagText, type Declaration } from './declarations.js';
import { Definitions } from './definitions.js';
import { MODEL_FORMAT, type DeclarationModel, type MessageModel, type ProtocolModel } from './modelFormat.js';
import { isHandlerName } from './names.js';
import {
  allMessages,
  type AnyMessage,
  type NotificationMessage,
  type Protocol,
  type RequestMessage,
} from './protocol.js';

/** Returns a protocol as JSON-serializable data. It shares no object with the protocol. */
export function modelOf(protocol: Protocol): ProtocolModel {
  const { source, definitions, requests, embedded, notifications, unusedRows, errata, openDecisions, ...facts } =
    protocol;
  const model: ProtocolModel = {
    format: MODEL_FORMAT,
    ...facts,
    messages: allMessages(protocol).map((message) => messageModel(message, embedded)),
    declarations: definitions.all.map((declaration) => withSource(declaration, source)),
    errata,
    openDecisions: openDecisions.map((decision) => ({ ...decision, file: portable(decision.file) })),
  };
  return JSON.parse(JSON.stringify(model, withPortablePlaces)) as ProtocolModel;
}

/**
 * Returns the protocol that a model describes, with its lookups.
 *
 * @throws {InputError} if it is not a model, has an unsupported format or structure, or has invalid messages
 * @throws {SchemaProblems} if it mentions names that it does not declare
 */
export function protocolOf(model: ProtocolModel): Protocol {
  checkFormat(model);
  checkModel(model);
  const { format, messages, declarations, ...facts } = model;
  const definitions = new Definitions(declarations.map(withoutSource), model.names);
  const source = new Definitions(declarations.flatMap(sourceOf), model.names);
  const problems = new ProblemList();
  checkNames(definitions.all, problems);
  checkNames(source.all, problems);
  problems.throwIfAny();
  const [requests, embedded, notifications]: [RequestMessage[], RequestMessage[], NotificationMessage[]] = [[], [], []];
  for (const message of messages) {
    const found = messageOf(message, definitions);
    if (found.kind === 'notification') notifications.push(found);
    else (message.embedded ? embedded : requests).push(found);
  }
  return {
    ...facts,
    source,
    definitions,
    requests,
    embedded,
    notifications,
    // Unused rows are an error of the tables, which is reported before a model is made.
    unusedRows: [],
  };
}

/** Checks the format at run time, because models are often read from files. */
function checkFormat(model: ProtocolModel): void {
  const format: unknown = typeof model === 'object' ? (model as ProtocolModel | null)?.format : undefined;
  if (format === MODEL_FORMAT) return;
  const found = format === undefined ? 'not a protocol model' : `a protocol model of format ${JSON.stringify(format)}`;
  throw new InputError(
    `This is ${found}. Supported: format ${MODEL_FORMAT}, as \`mcp-gen model <revision> --json\` prints it.`,
  );
}

function messageModel(message: AnyMessage, embedded: readonly AnyMessage[]): MessageModel {
  const { declaration, ...own } = message;
  const deprecated = tagText(declaration.docs, 'deprecated');
  return {
    ...own,
    type: declaration.name,
    embedded: embedded.includes(message),
    ...(deprecated !== undefined && { deprecated }),
  };
}

function messageOf({ type, embedded, deprecated, ...own }: MessageModel, definitions: Definitions): AnyMessage {
  const { method, name, params } = own;
  const declaration = definitions.findType(type);
  if (declaration?.kind !== 'interface')
    throw new InputError(`The model does not declare the interface ${type} of ${method}.`);
  const missing = [
    params.type,
    ...(own.kind === 'request' ? [...own.results, ...(own.question === undefined ? [] : [own.question])] : []),
  ].find((each) => !definitions.findType(each));
  if (missing !== undefined) throw new InputError(`The model does not declare the type ${missing} of ${method}.`);
  if (!isHandlerName(name)) throw new InputError(`Invalid handler name ${JSON.stringify(name)} for ${method}.`);
  return { ...own, declaration };
}

function withSource(declaration: Declaration, source: Definitions): DeclarationModel {
  const written = source.find(declaration.name);
  return isDeepStrictEqual(written, declaration) ? declaration : { ...declaration, source: written ?? null };
}

function withoutSource({ source, ...declaration }: DeclarationModel): Declaration {
  return declaration;
}

function sourceOf(model: DeclarationModel): readonly Declaration[] {
  if (model.source === undefined) return [withoutSource(model)];
  return model.source === null ? [] : [model.source];
}

/** Errata also have a `place`: the path of a property, which is a string. */
function withPortablePlaces(key: string, value: unknown): unknown {
  if (key !== 'place' || typeof value === 'string') return value;
  const place = value as Place;
  return { ...place, file: portable(place.file) };
}

/** Returns the folder and name of a file, so that a model does not depend on where the schemas are. */
function portable(file: string): string {
  return file.split(/[\\/]/).slice(-2).join('/');
}

/**
 * Returns the protocols of models, oldest first.
 *
 * @throws {InputError} if one is not a model, or two have the same revision
 */
export function protocolsOf(models: readonly ProtocolModel[]): readonly Protocol[] {
  const sorted = models.map(protocolOf).sort((a, b) => (a.revision < b.revision ? -1 : 1));
  const again = sorted.find(({ revision }, index) => index > 0 && revision === sorted[index - 1]?.revision);
  if (again) throw new InputError(`Duplicate models of revision ${again.revision}. Pass only one.`);
  return sorted;
}
