import { describe } from '@mcp-gen/runtime/options';
import type { clientCapabilities, clientInfo, protocolVersion } from '@mcp-gen/protocol/registry/metaKeys';
import * as Method from '@mcp-gen/protocol/registry/methods';
import type { GivenParams } from '@mcp-gen/runtime/codegen/v1';
import { apiFor } from '../apiFor.js';
import { REQUESTS, type ClientRequestMethod, type ServerRequestMethod } from '../registry.js';
import type { Answering } from './answering.js';

/** The requests of the protocol that a client can send, except for the one that opens the session. */
export type ClientMethod = ClientRequestMethod | 'ping';

/** The keys of `_meta` that are added to every request of a client. */
type AddedKey = typeof clientCapabilities | typeof clientInfo | typeof protocolVersion;

/** The declared properties that must be set. */
type RequiredKey<Value> = keyof {
  [Key in keyof Value as string extends Key ? never : object extends Pick<Value, Key> ? never : Key]: true;
};

/**
 * Params as a client passes them. The metadata that describes the client is added to every request. Other keys of `_meta` that a revision
 * requires must be set.
 */
export type ClientRequestParams<Params> = Params extends { readonly _meta: infer Meta extends object }
  ? GivenParams<Params, Exclude<RequiredKey<Meta>, AddedKey> & string>
  : Params;

/** The requests of servers that have an option of their own. */
const OPTIONS = {
  [Method.samplingCreateMessage]: 'sampling',
  [Method.elicitationCreate]: 'elicitation',
  [Method.rootsList]: 'roots',
} as const;

/** Answers of a client to requests of servers, by method. */
export type MethodAnswers = {
  readonly [Method in ServerRequestMethod]?: Answering<Method> | undefined;
};

/**
 * @param where names who has the options: `connect`
 * @throws {TypeError} if an answer is not a function, servers do not send the request, or another option answers it.
 */
export function checkAnswers(
  options: { readonly methods?: object | undefined } & { readonly [Option in AnsweringOption]?: unknown },
  where: string,
): void {
  const { methods } = options;
  if (methods === undefined) return;
  for (const [method, answer] of Object.entries(methods as { readonly [method: string]: unknown })) {
    const facts = Object.hasOwn(REQUESTS, method) ? REQUESTS[method] : undefined;
    if (facts === undefined || facts.lifecycle === true || facts.sender === 'client') {
      throw new TypeError(
        `Invalid option "methods" for ${where}: ${JSON.stringify(method)} is not a request that servers send to applications${apiFor(method)}`,
      );
    }
    if (answer !== undefined && typeof answer !== 'function') {
      throw new TypeError(
        `Invalid option "methods" for ${where}: expected a function for ${method}, got ${describe(answer)}`,
      );
    }
    const option = Object.hasOwn(OPTIONS, method) ? OPTIONS[method as keyof typeof OPTIONS] : undefined;
    if (option === undefined || options[option] === undefined || answer === undefined) continue;
    throw new TypeError(
      `The options "${option}" and "methods" of ${where} both answer ${method}. Set only one of them`,
    );
  }
}

type AnsweringOption = (typeof OPTIONS)[keyof typeof OPTIONS];
