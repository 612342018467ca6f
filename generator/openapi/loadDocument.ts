/** Reads an OpenAPI document, with the documents that it refers to. */

import { createReadStream } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { InputError } from '../problems.js';
import { download } from '../pull/download.js';
import { PullError } from '../pull/pullError.js';
import { failureReason } from '../write/writeError.js';
import { pointerTo, type JsonObject } from '../jsonValues.js';
import { parseDocument, ValueBudget } from './parseDocument.js';

/** The maximum size of a document, with those that it refers to: 64 MiB. */
const MAX_BYTES = 64 * 1024 * 1024;
/** The time for all downloads together. */
const MILLISECONDS = 60_000;
/** The maximum number of documents that one document may refer to. */
const MAX_DOCUMENTS = 200;

/** The key of the root under which other documents are put. */
const OTHERS = 'x-mcp-gen-documents';

/** A document to read. */
export interface DocumentSource {
  /** A path, or a URL of `http:` or `https:`. */
  readonly from: string;
  /**
   * Where references to other documents may lead: hosts (`example.com`), and absolute paths of folders. A document of these may refer to
   * others of them. Default: nowhere.
   */
  readonly allowed?: readonly string[] | undefined;
}

/** A reference that must not be followed. */
export interface ForbiddenReference {
  /** The JSON Pointer of the first place that has it. */
  readonly place: string;
  /** How to allow it, in a sentence without a period; undefined if it cannot be allowed. */
  readonly allowance: string | undefined;
}

/** A document in memory. All references start with `#`. */
export interface ApiDocument {
  /** Its path, or its URL without what may be secret. */
  readonly name: string;
  readonly root: JsonObject;
  /** References to documents that are not allowed. Only those that are followed are errors. */
  readonly forbidden: ReadonlyMap<string, ForbiddenReference>;
  /** The version of OpenAPI: `3.1`. */
  readonly version: '2.0' | '3.0' | '3.1' | '3.2';
}

/**
 * Reads a document.
 *
 * @throws {InputError} if it cannot be read, or is not an OpenAPI document of a supported version
 * @throws {PullError} if it cannot be downloaded
 */
export async function loadDocument({ from, allowed = [] }: DocumentSource): Promise<ApiDocument> {
  const url = urlOf(from);
  const name = publicName(from);
  const reader = new DocumentReader();
  const root = await reader.read(url, name);
  const version = versionOf(root, name);
  const linker = new Linker(allowed, reader);
  return { name, version, root: await linker.link(root, url), forbidden: linker.forbidden };
}

/** Returns a path as it is, and a URL without its user, its query, and its fragment, which may have credentials. */
export function publicName(from: string): string {
  if (!/^https?:\/\//i.test(from) || !URL.canParse(from)) return from;
  const { origin, pathname } = new URL(from);
  return origin + pathname;
}

function urlOf(from: string): URL {
  return /^https?:\/\//i.test(from) && URL.canParse(from) ? new URL(from) : pathToFileURL(resolve(from));
}

/** Reads documents that share limits of bytes, values, and time. */
class DocumentReader {
  #bytes = MAX_BYTES;
  #milliseconds = MILLISECONDS;
  readonly #values = new ValueBudget();

  async read(url: URL, name: string): Promise<JsonObject> {
    const bytes = url.protocol === 'file:' ? await this.#readFile(url, name) : await this.#download(url, name);
    this.#bytes -= bytes.length;
    return parseDocument(new TextDecoder().decode(bytes), name, this.#values);
  }

  async #readFile(url: URL, name: string): Promise<Uint8Array> {
    try {
      const chunks: Buffer[] = [];
      // A device or a pipe does not have a size: one byte more than the limit is enough to know.
      for await (const chunk of createReadStream(url, { end: this.#bytes })) chunks.push(chunk as Buffer);
      const bytes = Buffer.concat(chunks);
      if (bytes.length > this.#bytes) throw new InputError(`${name} is larger than ${limitOf(this.#bytes)}.`);
      return bytes;
    } catch (error) {
      if (error instanceof InputError) throw error;
      throw new InputError(`Cannot read ${name}: ${failureReason(error)}.`);
    }
  }

  async #download(url: URL, name: string): Promise<Uint8Array> {
    const start = performance.now();
    try {
      return await download(url, { bytes: this.#bytes, milliseconds: this.#milliseconds });
    } catch (error) {
      if (!(error instanceof PullError)) throw error;
      throw new PullError(error.message.replaceAll(url.href, name), { cause: error });
    } finally {
      this.#milliseconds = Math.max(1, Math.ceil(this.#milliseconds - (performance.now() - start)));
    }
  }
}

function limitOf(bytes: number): string {
  return bytes === MAX_BYTES
    ? `${MAX_BYTES} bytes`
    : `the ${bytes} bytes that are left of ${MAX_BYTES} for all documents`;
}

function versionOf(root: JsonObject, name: string): ApiDocument['version'] {
  const stated = root['openapi'] ?? root['swagger'];
  // In YAML, 2.0 and 3.1 are numbers.
  const text = typeof stated === 'number' ? stated.toFixed(1) : typeof stated === 'string' ? stated : '';
  const [version] = /^(?:2\.0|3\.[012])(?=\.|$)/.exec(text) ?? [];
  if (version !== undefined) return version as ApiDocument['version'];
  const found = text === '' ? 'it has neither "openapi" nor "swagger"' : `unsupported version ${JSON.stringify(text)}`;
  throw new InputError(`${name} is not a supported OpenAPI document: ${found}. Supported: 2.0, 3.0, 3.1, 3.2.`);
}

/** Keywords whose value has names that the author of a document chooses, which are not keywords. */
const NAMED = new Set(
  (
    'paths webhooks pathItems schemas responses parameters requestBodies headers securitySchemes links callbacks content encoding variables ' +
    'examples properties patternProperties dependentSchemas definitions $defs securityDefinitions'
  ).split(' '),
);

/** Keywords whose value is data: it may have `$ref` as a property. */
const DATA = new Set(['default', 'enum', 'const', 'example', 'value', 'mapping']);

function isData(key: string, value: object): boolean {
  return DATA.has(key) || key.startsWith('x-') || (key === 'examples' && Array.isArray(value));
}

/** Returns the objects that have a reference, each with the place of the reference. It makes no other lists, since a document may be large. */
function referencesIn(root: JsonObject): ReadonlyMap<{ $ref: string }, string> {
  const found = new Map<{ $ref: string }, string>();
  const keys: string[] = [];
  const scan = (value: object, hasNames: boolean): void => {
    if (Array.isArray(value)) {
      for (const [index, child] of value.entries()) scanChild(String(index), child, false);
      return;
    }
    for (const key in value) {
      const child = (value as JsonObject)[key];
      if (key === '$ref' && typeof child === 'string' && !hasNames) {
        // Aliases of YAML are one object at several places.
        found.set(value as { $ref: string }, pointerTo('#', ...keys, key));
      } else if (typeof child === 'object' && child !== null && (hasNames || !isData(key, child))) {
        scanChild(key, child, !hasNames && NAMED.has(key));
      }
    }
  };
  const scanChild = (key: string, child: unknown, hasNames: boolean): void => {
    if (typeof child !== 'object' || child === null) return;
    keys.push(key);
    scan(child, hasNames);
    keys.pop();
  };
  scan(root, false);
  return found;
}

/** Puts the documents that a document refers to into that document, and changes the references to them. */
class Linker {
  readonly #allowed: readonly string[];
  readonly #reader: DocumentReader;
  /** Whether documents are allowed, by their URLs: a document may refer to one very often. */
  readonly #answers = new Map<string, boolean>();
  /** The number of each document, by its URL. */
  readonly #numbers = new Map<string, number>();
  readonly #documents: JsonObject[] = [];
  readonly #waiting: { readonly value: JsonObject; readonly url: URL; readonly number: number | undefined }[] = [];
  readonly forbidden: Map<string, ForbiddenReference> = new Map();

  constructor(allowed: readonly string[], reader: DocumentReader) {
    this.#allowed = allowed;
    this.#reader = reader;
  }

  async link(root: JsonObject, url: URL): Promise<JsonObject> {
    this.#numbers.set(url.href, -1);
    this.#waiting.push({ value: root, url, number: undefined });
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) {
      const { value, url: base, number } = next;
      for (const [object, place] of referencesIn(value)) {
        object.$ref = await this.#target(object.$ref, base, place, number);
      }
    }
    return this.#documents.length === 0 ? root : { ...root, [OTHERS]: this.#documents };
  }

  /** Returns a reference as one within the root document. */
  async #target(reference: string, base: URL, place: string, number: number | undefined): Promise<string> {
    if (reference.startsWith('#')) return number === undefined ? reference : inside(number, reference);
    if (!URL.canParse(reference, base.href)) return reference;
    const url = new URL(reference, base);
    const fragment = url.hash === '' ? '#' : url.hash;
    url.hash = '';
    let known = this.#numbers.get(url.href);
    if (known === undefined && !(await this.#isAllowed(url))) {
      if (!this.forbidden.has(reference)) this.forbidden.set(reference, { place, allowance: allowanceOf(url) });
      return reference;
    }
    known ??= await this.#load(url);
    return known < 0 ? fragment : inside(known, fragment);
  }

  async #load(url: URL): Promise<number> {
    if (this.#documents.length >= MAX_DOCUMENTS) {
      throw new InputError(`The document refers to more than ${MAX_DOCUMENTS} other documents.`);
    }
    const name = url.protocol === 'file:' ? fileURLToPath(url) : publicName(url.href);
    const value = await this.#reader.read(url, name);
    const number = this.#documents.push(value) - 1;
    this.#numbers.set(url.href, number);
    this.#waiting.push({ value, url, number });
    return number;
  }

  async #isAllowed(url: URL): Promise<boolean> {
    const answer = this.#answers.get(url.href) ?? (await this.#check(url));
    this.#answers.set(url.href, answer);
    return answer;
  }

  async #check(url: URL): Promise<boolean> {
    if (url.protocol === 'https:' || url.protocol === 'http:') return this.#allowed.includes(url.host);
    const path = pathOf(url);
    if (path === undefined) return false;
    const target = await realPath(path);
    for (const folder of this.#allowed) {
      if (!isAbsolute(folder)) continue;
      const inner = relative(await realPath(folder), target);
      // On Windows, the way to another drive is an absolute path.
      if (inner !== '' && !inner.startsWith('..') && !isAbsolute(inner)) return true;
    }
    return false;
  }
}

/** Returns the path of a URL; undefined if it is not a file of this machine. */
function pathOf(url: URL): string | undefined {
  if (url.protocol !== 'file:' || url.host !== '') return undefined;
  try {
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
}

/** Follows links. A path that does not exist stays as it is: reading it fails. */
async function realPath(path: string): Promise<string> {
  return realpath(path).catch(() => resolve(path));
}

function allowanceOf(url: URL): string | undefined {
  const path = pathOf(url);
  const isRemote = url.protocol === 'https:' || url.protocol === 'http:';
  if (path === undefined) return isRemote ? `to allow it, use --allow-refs ${url.host}` : undefined;
  const folder = relative('.', dirname(path));
  return `to allow it, use --allow-refs ${folder === '' ? '.' : folder}`;
}

function inside(number: number, fragment: string): string {
  return `#/${OTHERS}/${number}${fragment.slice(1)}`;
}
