/** The steps from a document to tools. */

import { InputError } from '../problems.js';
import { Gaps, type Gap } from './gaps.js';
import { loadDocument, type ApiDocument, type DocumentSource } from './loadDocument.js';
import type { Operation } from './operation.js';
import { readOperations } from './operations.js';
import { References } from './references.js';
import { loadCompiler, type CompileSchema } from './schemaCompiler.js';
import { findOperations, SETTINGS_FILE, suggestion, type Settings } from './toolSettings.js';
import { makeTool, type ApiTool } from './tool.js';
import type { ToolContext } from './toolContext.js';

/** A document that has been read. */
export interface Api extends ToolContext {
  readonly document: ApiDocument;
  /** In the order of the document. */
  readonly operations: readonly Operation[];
}

/** The tools of a server, and what they leave out. */
export interface ToolSet {
  readonly tools: readonly ApiTool[];
  readonly gaps: readonly Gap[];
  /** Operations that the owner chose and the document does not have. */
  readonly missing: readonly MissingOperation[];
}

/** An operation that the document does not have. */
export interface MissingOperation {
  readonly tool: string;
  readonly operation: string;
}

/** Reads a document. @throws {InputError} if it is invalid, or has no operations */
export async function openApi(source: DocumentSource): Promise<Api> {
  return apiOf(await loadDocument(source), await loadCompiler());
}

/** Returns the API of a document, without gaps so far. @throws {InputError} if it has no operations */
export function apiOf(document: ApiDocument, compile: CompileSchema): Api {
  const gaps = new Gaps();
  const references = new References(document, gaps);
  const operations = readOperations(document, references, gaps);
  if (operations.length === 0) throw new InputError(noOperations(document, gaps));
  return { document, references, gaps, compile, operations };
}

/** Says that a document has no operations, and what was left out. */
function noOperations({ name }: ApiDocument, gaps: Gaps): string {
  const reasons = gaps.all.slice(0, 5).map(({ place, message }) => `\n  ${place}: ${message}`);
  return `${name} has no operations.${reasons.join('')}`;
}

/**
 * Makes the tools that the owner has chosen. A tool without any operation in the document is left out.
 *
 * @throws {InputError} if one refers to another document that is not allowed
 */
export function makeTools(api: Api, settings: Settings): ToolSet {
  const missing: MissingOperation[] = [];
  const resources = new Set<string>();
  const tools = findOperations(settings, api.operations).flatMap(({ tool, found, missing: absent }) => {
    missing.push(...absent.map((operation) => ({ tool: tool.name, operation })));
    const [first, ...others] = found;
    if (first === undefined) return [];
    const made = makeTool(tool, [first, ...others], api);
    // An operation with two names is one resource.
    const isFirst = made.resource === undefined || !resources.has(made.resource);
    if (made.resource !== undefined) resources.add(made.resource);
    return [isFirst ? made : { ...made, resource: undefined }];
  });
  return { tools, gaps: api.gaps.all, missing };
}

/** Describes an operation that the document does not have. */
export function describeMissing({ tool, operation }: MissingOperation, { operations }: Api): string {
  return `${SETTINGS_FILE}: the tool ${tool} has the unknown operation ${JSON.stringify(operation)}.${suggestion(operation, operations)}`;
}
