/** Converts protocols to models and back. What is inconvenient to store (lookups by name) is rebuilt by {@link protocolOf}. */

import { isDeepStrictEqual } from 'node:util';
import { isMethodName } from '../print/names.js';
import { InputError, ProblemList, type Place } from '../problems.js';
import { checkModel } from './checkModel.js';
import { checkNames } from './checkNames.js';
import { tagText, type Declaration } from './declarations.js';
import { Definitions } from './definitions.js';
import {
  MODEL_FORMAT,
  type DeclarationModel,
  type MessageModel,
  type MessageModelBase,
  type ProtocolModel,
  type RequestModel,
} from './modelFormat.js';
import { allMessages, type AnyMessage, type Message, type Protocol, type RequestMessage } from './protocol.js';

/** Returns a protocol as data that survives `JSON.stringify`. It shares no object with the protocol. */
export function modelOf(protocol: Protocol): ProtocolModel {
  const { revision, sources, era, batching, metadataKeys, dialect, source, definitions, errata, openDecisions } =
    protocol;
  const model: ProtocolModel = {
    format: MODEL_FORMAT,
    revision,
    sources,
    era,
    batching,
    metadataKeys,
    dialect,
    messages: allMessages(protocol).map((message) => messageModel(message, protocol)),
    declarations: definitions.all.map((declaration) => withSource(declaration, source)),
    errata,
    openDecisions: openDecisions.map((decision) => ({ ...decision, file: portable(decision.file) })),
  };
  return JSON.parse(JSON.stringify(model, withPortablePlaces)) as ProtocolModel;
}

/**
 * Returns the protocol that a model describes, with its lookups.
 *
 * @throws {InputError} if it is not a model, has another format or structure, or has messages that cannot be used
 * @throws {SchemaProblems} if it mentions names that it does not declare
 */
export function protocolOf(model: ProtocolModel): Protocol {
  checkFormat(model);
  checkModel(model);
  const { revision, sources, era, batching, metadataKeys, dialect, messages, errata, openDecisions } = model;
  const definitions = new Definitions(model.declarations.map(withoutSource));
  const source = new Definitions(model.declarations.flatMap(sourceOf));
  const problems = new ProblemList();
  checkNames(definitions.all, problems);
  checkNames(source.all, problems);
  problems.throwIfAny();
  const requests = messages.filter((message) => message.kind === 'request');
  const notifications = messages.filter((message) => message.kind === 'notification');
  const request = (message: RequestModel): RequestMessage => {
    const { kind, results, paginated, cancellable } = message;
    for (const result of results) checkDeclared(result, message, definitions);
    return { ...messageOf(message, definitions), kind, results, paginated, cancellable };
  };
  return {
    revision,
    sources,
    era,
    batching,
    metadataKeys,
    dialect,
    source,
    definitions,
    requests: requests.filter(({ embedded }) => !embedded).map(request),
    embedded: requests.filter(({ embedded }) => embedded).map(request),
    notifications: notifications.map((message) => ({ ...messageOf(message, definitions), kind: message.kind })),
    errata,
    openDecisions,
    // Unused rows are an error of the tables, found before there is a model.
    unusedRows: [],
  };
}

/** Checks the format at run time: models are often read from files, where the type proves nothing. */
function checkFormat(model: ProtocolModel): void {
  const format: unknown = typeof model === 'object' ? (model as ProtocolModel | null)?.format : undefined;
  if (format === MODEL_FORMAT) return;
  const found = format === undefined ? 'not a protocol model' : `a protocol model of format ${JSON.stringify(format)}`;
  throw new InputError(
    `This is ${found}. Supported: format ${MODEL_FORMAT}, as \`mcp-gen model <revision> --json\` prints it.`,
  );
}

function messageModel(message: AnyMessage, protocol: Protocol): MessageModel {
  const { method, name, declaration, senders, params, capability, lifecycle, since } = message;
  const deprecated = tagText(declaration.docs, 'deprecated');
  const common: MessageModelBase = {
    method,
    name,
    type: declaration.name,
    senders,
    params,
    ...(capability !== undefined && { capability }),
    lifecycle,
    embedded: protocol.embedded.some((each) => each === message),
    ...(since !== undefined && { since }),
    ...(deprecated !== undefined && { deprecated }),
  };
  if (message.kind === 'notification') return { kind: message.kind, ...common };
  const { kind, results, paginated, cancellable } = message;
  return { kind, ...common, results, paginated, cancellable };
}

function messageOf(message: MessageModel, definitions: Definitions): Message {
  const { method, name, type, senders, params, capability, lifecycle, since } = message;
  const declaration = definitions.findType(type);
  if (declaration?.kind !== 'interface') throw new InputError(`The model declares no interface ${type} for ${method}.`);
  checkDeclared(params.type, message, definitions);
  if (!isMethodName(name)) throw new InputError(`A handler of ${method} cannot be called ${JSON.stringify(name)}.`);
  return {
    method,
    name,
    declaration,
    senders,
    params,
    ...(capability !== undefined && { capability }),
    lifecycle,
    ...(since !== undefined && { since }),
  };
}

function checkDeclared(type: string, { method }: MessageModel, definitions: Definitions): void {
  if (!definitions.findType(type)) throw new InputError(`The model declares no type ${type} for ${method}.`);
}

function withSource(declaration: Declaration, source: Definitions): DeclarationModel {
  const written = source.find(declaration.name);
  return isDeepStrictEqual(written, declaration) ? declaration : { ...declaration, source: written ?? null };
}

function withoutSource(model: DeclarationModel): Declaration {
  const declaration = { ...model };
  delete (declaration as { source?: unknown }).source;
  return declaration;
}

function sourceOf(model: DeclarationModel): readonly Declaration[] {
  if (model.source === undefined) return [withoutSource(model)];
  return model.source === null ? [] : [model.source];
}

/** Errata have a `place`, too: the path of a property, which is text. */
function withPortablePlaces(key: string, value: unknown): unknown {
  if (key !== 'place' || typeof value === 'string') return value;
  const place = value as Place;
  return { ...place, file: portable(place.file) };
}

/** Names a file by its folder and name, so that a model is the same wherever the schemas are. */
function portable(file: string): string {
  return file.split(/[\\/]/).slice(-2).join('/');
}
