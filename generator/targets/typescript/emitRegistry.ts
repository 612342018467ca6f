/** Emits registry/: the facts of all revisions, as constants and tables without imports, of which bundlers keep only those in use. */

import type { RegisteredMessage, RegisteredName, Registry, RevisionRange } from '../../analyze/registry.js';
import type { Plan } from '../../analyze/plan.js';
import { Code, code, docComment, identifier, propertyKey } from '../../print/code.js';
import { dataText, type Data } from '../../print/data.js';
import { Scope } from '../../print/scope.js';
import { allMessages } from '../../model/protocol.js';
import { ProblemList, type Place } from '../../problems.js';
import { camelCase } from '../../words.js';
import { moduleFile, type GeneratedFile } from '../file.js';
import { REGISTRY } from './folders.js';

export function emitRegistry({ revisions, registry }: Plan): readonly GeneratedFile[] {
  const { messages, features, capabilities, errors, metaKeys } = registry;
  const sources = revisions.flatMap(({ protocol }) => protocol.sources);
  const file = (name: string, about: string, body: readonly Code[]): GeneratedFile =>
    moduleFile({ sources }, { path: `${REGISTRY}/${name}.ts`, about }, body.length > 0 ? body : [EMPTY]);
  return [
    file('methods', 'The methods of all revisions.', methodConstants(messages, revisions)),
    file('messages', 'What the protocol says about each message, as in its newest revision.', [
      messageTable('requests', 'The requests of all revisions, by method.', messages, 'request'),
      messageTable('notifications', 'The notifications of all revisions, by method.', messages, 'notification'),
    ]),
    file(
      'features',
      'The features of the protocol, with the revisions that have them.',
      ranged(features, (_, feature) => ({ feature })),
    ),
    file('capabilities', 'The capabilities that each side can declare, with the revisions that have them.', [
      capabilityTable('client', capabilities.client),
      capabilityTable('server', capabilities.server),
    ]),
    file('errors', 'The error codes of the protocol, with the revisions that have them.', errorModule(registry)),
    file(
      'errorCodes',
      'The error codes of the protocol alone, for programs that do not compare revisions.',
      constants(errors, errorScope()),
    ),
    file('headers', 'The HTTP headers of the protocol, in lower case.', headerModule(registry)),
    file('metaKeys', 'The keys of `_meta` that the protocol defines.', constants(metaKeys)),
    file('revisions', 'The revisions, with their eras.', [revisionTable(registry)]),
  ];
}

/** Makes a file without names a module, which programs can import. */
const EMPTY = new Code('export {};');

/**
 * Names of constants are made from methods: `toolsCall` for `tools/call`.
 *
 * @throws {SchemaProblems} if two methods give the same name: which of them got a number would depend on the order of the schema.
 */
function methodConstants(messages: readonly RegisteredMessage[], revisions: Plan['revisions']): readonly Code[] {
  const methods = new Map<string, string>();
  const problems = new ProblemList();
  const constants = messages.map((message) => {
    const { method, kind, sender } = message;
    const name = new Scope().claim(camelCase(method));
    const other = methods.get(name);
    if (other !== undefined) {
      const what = `The method ${method} gives the same name of a constant as ${other}: ${name}`;
      problems.add(
        placeOf(method, revisions),
        what,
        'Rename one of them: they must differ by more than case and punctuation.',
      );
    }
    methods.set(name, method);
    const who = sender === 'both' ? 'either side' : `the ${sender}`;
    const about = `A ${kind} that ${who} sends, ${rangeText(message)}.`;
    return code`${docComment(about)}export const ${identifier(name)} = ${method};`;
  });
  problems.throwIfAny();
  return constants;
}

/** Returns the declaration of a method in the newest revision that has it. */
function placeOf(method: string, revisions: Plan['revisions']): Place {
  const messages = revisions.toReversed().flatMap(({ protocol }) => allMessages(protocol));
  const found = messages.find((message) => message.method === method);
  if (found === undefined) throw new Error(`No revision has ${method}`);
  return found.declaration.place;
}

function messageTable(
  name: string,
  about: string,
  messages: readonly RegisteredMessage[],
  kind: RegisteredMessage['kind'],
): Code {
  const rows = messages
    .filter((message) => message.kind === kind)
    .map((message) => code`${propertyKey(message.method)}: ${dataText(rowOf(message))},`);
  return code`${docComment(about)}export const ${identifier(name)} = { ${rows} } as const;`;
}

/** Returns a row without what is false, so that tables stay small. */
function rowOf({ kind: _kind, method: _method, ...message }: RegisteredMessage): Data {
  const { name, sender, since, until, except, ...facts } = message;
  const stated = Object.entries({ name, sender, since, until, except, ...facts });
  return Object.fromEntries(stated.filter(([, value]) => value !== undefined && value !== false));
}

/** Returns a constant for each name: its value, and the revisions that have it. */
function ranged<Value>(
  names: readonly RegisteredName<Value>[],
  dataOf: (value: Value, name: string) => object,
): readonly Code[] {
  const scope = new Scope();
  return names.map(({ name, what, value, ...range }) => {
    const data = { ...dataOf(value, name), ...range };
    return code`${docComment(what)}export const ${identifier(scope.claim(name))} = ${dataText(data)} as const;`;
  });
}

/** Returns a constant for each error code, and all of them, for programs that look codes up. */
function errorModule({ errors }: Registry): readonly Code[] {
  if (errors.length === 0) return [];
  const scope = errorScope();
  const all = identifier(ALL);
  const named = errors.map((each) => ({ ...each, name: scope.claim(each.name) }));
  const rows = named.map(({ name }) => code`${identifier(name)},`);
  return [
    ...ranged(named, (value) => ({ code: value })),
    code`${docComment('All error codes.')}export const ${all}: readonly { readonly code: number; readonly since: string; readonly until?: string; readonly except?: readonly string[] }[] = [${rows}];`,
  ];
}

/** The name of the list of all error codes. */
const ALL = 'all';

/** Returns a scope for the names of error codes. A code with the name of the list gets another, the same in both modules. */
function errorScope(): Scope {
  const scope = new Scope();
  scope.claim(ALL);
  return scope;
}

function capabilityTable(side: string, capabilities: readonly RegisteredName<string>[]): Code {
  const rows = capabilities.map(
    ({ value, name: _name, what: _what, ...range }) => code`${propertyKey(value)}: ${dataText(range)},`,
  );
  return code`${docComment(`The capabilities that a ${side} can declare, by path.`)}export const ${identifier(side)} = { ${rows} } as const;`;
}

/** HTTP headers are compared without regard to case. */
function headerModule({ headers: registered, nameParams }: Registry): readonly Code[] {
  const headers = registered.map((each) => ({ ...each, value: each.value.toLowerCase() }));
  // These names are fixed, so that a header with one of them gets another.
  const scope = new Scope();
  const [all, params] = [identifier(scope.claim('all')), identifier(scope.claim('nameParams'))];
  const described = headers.map((each, at) => ({ ...each, what: `${registered[at]?.value}. ${each.what}` }));
  // Some rows are prefixes of headers.
  const names = headers.map(({ value }) => value).filter((header) => !header.endsWith('-'));
  const rows = nameParams.map(({ name: method, value }) => code`${propertyKey(method)}: ${value},`);
  return [
    ...constants(described, scope),
    code`${docComment('All headers, without prefixes.')}export const ${all} = ${dataText(names)} as const;`,
    code`${docComment('The parameters that the header Mcp-Name repeats, by method, with those of extensions.')}export const ${params} = { ${rows} } as const;`,
  ];
}

function constants(names: readonly RegisteredName<string | number>[], scope: Scope = new Scope()): readonly Code[] {
  return names.map(({ name, what, value, ...range }) => {
    const about = `${what} Revisions: ${rangeText(range)}.`.trimStart();
    return code`${docComment(about)}export const ${identifier(scope.claim(name))} = ${dataText(value)};`;
  });
}

function revisionTable({ revisions }: Registry): Code {
  const rows = revisions.map(({ id, ...facts }) => code`${propertyKey(id)}: ${dataText(facts)},`);
  return code`/** The revisions, oldest first. */
    export const revisions = { ${rows} } as const;`;
}

function rangeText({ since, until, except }: RevisionRange): string {
  const span = until === undefined ? `from ${since} on` : since === until ? `${since} only` : `${since} to ${until}`;
  return except === undefined ? span : `${span}, except ${except.join(', ')}`;
}
