/** Completes the schema of an extension: who sends its messages, and the row of each. */

import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { isFile } from '../isFile.js';
import { allMessages, type AnyMessage, type Protocol } from '../model/protocol.js';
import { SchemaProblems } from '../problems.js';
import { readRevision } from '../protocols.js';
import type { Extension } from '../read/extension.js';
import { OWN_SCHEMAS } from '../read/tables.js';
import {
  renderDirections,
  type Direction,
  type ExtensionSchema,
  type ReceivedMethods,
} from '../scaffold/extensionProject.js';
import { ScaffoldError } from '../scaffold/scaffoldError.js';

const DIRECTIONS = 'directions.ts';
const OVERRIDES = 'overrides.json';

/** Who sends a message by default. */
const SENDERS = { Request: 'ClientRequest', Notification: 'ServerNotification' } as const;

/**
 * Completes a schema, and passes a folder with it to a function.
 *
 * @param file the declarations
 * @param id the identifier for messages without a row. Default: that of the other messages
 * @param known who sends messages. Of others, clients send requests, and servers send notifications
 * @throws {SchemaProblems} naming everything that is wrong with the schema
 * @throws {ScaffoldError} if the messages belong to other extensions, or there are none.
 */
export async function completeExtension<Result>(
  file: string,
  id: { readonly given: string | undefined; readonly fallback: string },
  revision: string,
  known: readonly Direction[],
  use: (schema: ExtensionSchema, extensions: readonly Extension[]) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'mcp-gen-extension-'));
  try {
    const name = basename(file);
    if (name === DIRECTIONS) throw new ScaffoldError(`The schema must not be called ${DIRECTIONS}: rename ${file}.`);
    await copyFile(file, join(folder, name));
    const beside = join(dirname(file), OVERRIDES);
    if (isFile(beside)) await copyFile(beside, join(folder, OVERRIDES));
    const read = (schemas: readonly string[]): Promise<Protocol> =>
      readRevision(revision, OWN_SCHEMAS, {
        extensions: schemas.map((each) => ({ file: join(folder, each) })),
        completeness: 'draft',
      });

    const directions = [...known];
    const assumed = known.length > 0 ? [] : undirectedIn(await read([name]));
    for (const [kind, union] of Object.entries(SENDERS)) {
      const names = assumed.filter((each) => each.endsWith(kind));
      if (names.length > 0) directions.push({ union, names });
    }
    const schemas = directions.length > 0 ? [name, DIRECTIONS] : [name];
    if (directions.length > 0) {
      await writeFile(join(folder, DIRECTIONS), await renderDirections(directions));
    }

    const messages = allMessages(await read(schemas)).filter(({ declaration }) => declaration.extension === true);
    const rows = isFile(beside) ? (JSON.parse(await readFile(beside, 'utf8')) as Rows) : {};
    const own = identifierOf(messages, id, file);
    const added = messages.filter(({ extension }) => extension === undefined);
    const complete = {
      ...rows,
      methods: [...(rows.methods ?? []), ...added.map(({ method }) => rowOf(method, own, revision, name))],
    };
    await writeFile(join(folder, OVERRIDES), `${JSON.stringify(complete, undefined, 2)}\n`);

    const files = [...schemas, OVERRIDES].map(async (each) => ({
      path: `schema/${each}`,
      content: await readFile(join(folder, each), 'utf8'),
    }));
    const schema = {
      id: own,
      files: await Promise.all(files),
      schemas,
      assumed,
      server: receivedFrom('client', messages),
      client: receivedFrom('server', messages),
    };
    return await use(
      schema,
      schemas.map((each) => ({ file: join(folder, each) })),
    );
  } catch (error) {
    throw error instanceof SchemaProblems ? placedIn(dirname(file), error) : error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns problems with copies as problems with the files of the author. */
function placedIn(folder: string, { problems }: SchemaProblems): SchemaProblems {
  return new SchemaProblems(problems.map((each) => ({ ...each, file: join(folder, basename(each.file)) })));
}

interface Rows {
  readonly methods?: readonly object[];
}

/** Returns the names of the messages of extensions that no union of a side has. */
function undirectedIn(protocol: Protocol): readonly string[] {
  const directed = new Set(allMessages(protocol).map(({ declaration }) => declaration.name));
  return protocol.definitions.types.flatMap((each) => {
    if (each.kind !== 'interface' || each.extension !== true || directed.has(each.name)) return [];
    if (!Object.keys(SENDERS).some((kind) => each.name.endsWith(kind))) return [];
    const type = protocol.definitions.propertyNamed(each, 'method')?.type;
    return type?.kind === 'literal' || type?.kind === 'typeof' ? [each.name] : [];
  });
}

function identifierOf(
  messages: readonly AnyMessage[],
  { given, fallback }: { readonly given: string | undefined; readonly fallback: string },
  file: string,
): string {
  if (messages.length === 0) throw new ScaffoldError(`${file} declares no message: no type has a method of its own.`);
  const ids = new Set(messages.flatMap(({ extension }) => extension ?? []));
  const [stated, other] = ids;
  const different = other ?? (given === undefined ? undefined : stated);
  if (different !== undefined && different !== (given ?? stated)) {
    throw new ScaffoldError(`The messages of ${file} belong to ${stated}, and not to ${given ?? other}.`);
  }
  return given ?? stated ?? fallback;
}

function rowOf(method: string, extension: string, from: string, file: string): object {
  return { method, extension, from, capability: `extensions.${extension}`, source: `schema/${file}` };
}

function receivedFrom(side: 'client' | 'server', messages: readonly AnyMessage[]): ReceivedMethods {
  const received = messages.filter(({ senders }) => senders.includes(side));
  const of = (kind: AnyMessage['kind']): readonly string[] =>
    received.filter((each) => each.kind === kind).map(({ method }) => method);
  return { requests: of('request'), notifications: of('notification') };
}
