import { ErrorCode, JsonRpcError } from '@mcp-gen/runtime';
import type { AnswerContext } from '../client/answering.js';
import type { ClientOptions } from '../client/options.js';
import type { SamplingOptions } from '../client/sampling.js';
import type { ElicitationOptions } from '../client/elicitation.js';
import type { AnyClientSide, Extension } from '../extension/declaration.js';
import type { ProtocolAnswers } from '../client/protocolAnswers.js';
import { REQUESTS } from '../registry.js';
import type { RootInput } from '../client/roots.js';
import { requestQuestion, rootQuestion, samplingQuestion, type Consents } from './consent.js';
import type { HostElicitation, HostOptions, HostSampling } from './hostOptions.js';

/**
 * Returns the handlers for the requests of one server: the host's functions, behind its consent policy, with the name of the server.
 *
 * @param roots the current roots
 */
export function answersFor(
  server: string,
  options: HostOptions,
  consents: Consents,
  roots: readonly RootInput[] | undefined,
): Pick<ClientOptions, 'sampling' | 'elicitation' | 'roots' | 'methods' | 'extensions'> {
  const { extensions } = options;
  return {
    ...(extensions && { extensions: extensions.map((extension) => extensionFor(server, extension, consents)) }),
    ...(options.sampling && { sampling: samplingFor(server, options.sampling, consents) }),
    ...(options.elicitation && { elicitation: elicitationFor(server, options.elicitation) }),
    ...(options.methods && { methods: consented(server, options.methods, consents) }),
    ...(roots && {
      roots: {
        list: roots,
        consent: (root, { signal }) => consents.allows(rootQuestion(server, root), signal),
      },
    }),
  };
}

/** Returns an extension whose requests of the server are answered behind the consent policy. */
function extensionFor(server: string, extension: Extension, consents: Consents): Extension {
  const { id, client } = extension;
  // Each client has code of its own.
  const code = (): AnyClientSide => {
    const side = typeof client === 'function' ? client() : client;
    const { requests, protocol } = side ?? {};
    return {
      ...side,
      ...(requests && { requests: consented(server, requests, consents, id) }),
      ...(protocol && { protocol: protocolFor(server, extension, protocol, consents) }),
    };
  };
  return client === undefined ? extension : { ...extension, client: code };
}

/**
 * Puts requests of the protocol that an extension answers behind the consent policy, but for those about what it has answered before: its
 * own in the revision that has the extension as a part of the protocol, such as `tasks/get`.
 */
function protocolFor(
  server: string,
  { id, declaration }: Extension,
  protocol: NonNullable<AnyClientSide['protocol']>,
  consents: Consents,
): NonNullable<AnyClientSide['protocol']> {
  const isOwn = (method: string): boolean => {
    const capability = REQUESTS[method]?.capability?.split('.')[0];
    return capability !== undefined && capability === declaration.inProtocol?.capability;
  };
  return (...given) => {
    const answers = protocol(...given) as ProtocolAnswers | undefined;
    if (answers?.requests === undefined) return answers;
    const behind = consented(server, answers.requests, consents, id);
    const own = Object.entries(answers.requests).filter(([method]) => isOwn(method));
    const { capabilities, answer } = answers;
    return {
      ...(capabilities && { capabilities: (revision: string) => answers.capabilities?.(revision) }),
      ...(answer && { answer: (...request: Parameters<typeof answer>) => answers.answer?.(...request) }),
      requests: { ...behind, ...Object.fromEntries(own) },
    };
  };
}

type AnyAnswer = (params: never, context: never) => unknown;

/**
 * Returns functions that answer requests of one server, if consent allows each of them.
 *
 * @param extension the extension that answers
 */
function consented(
  server: string,
  answers: { readonly [method: string]: AnyAnswer | undefined },
  consents: Consents,
  extension?: string,
): { readonly [method: string]: AnyAnswer | undefined } {
  const behind = Object.entries(answers).map(([method, answer]) => [
    method,
    answer &&
      (async (params: never, context: AnswerContext): Promise<unknown> => {
        if (await consents.allows(requestQuestion(server, method, params, extension), context.signal)) {
          return answer(params, { ...context, serverName: server } as never);
        }
        throw new JsonRpcError(ErrorCode.InvalidRequest, `The host does not allow ${method}`);
      }),
  ]);
  return Object.fromEntries(behind) as { readonly [method: string]: AnyAnswer | undefined };
}

function samplingFor(
  server: string,
  { model, review: { before, after } = {}, allowContext, ...rest }: HostSampling,
  consents: Consents,
): SamplingOptions {
  return {
    ...rest,
    model: (request, context) => model(request, { ...context, serverName: server }),
    review: {
      before: async (request, context) => {
        if (!(await consents.allows(samplingQuestion(server, request), context.signal))) return false;
        return before === undefined ? request : before(request, { ...context, serverName: server });
      },
      ...(after && { after: (answer, request, context) => after(answer, request, { ...context, serverName: server }) }),
    },
    allowContext:
      typeof allowContext === 'function'
        ? (which, request, context) => allowContext(which, request, { ...context, serverName: server })
        : allowContext,
  };
}

function elicitationFor(server: string, { form, url, ...rest }: HostElicitation): ElicitationOptions {
  return {
    ...rest,
    ...(form && { form: (request, context) => form(request, { ...context, serverName: server }) }),
    ...(url && { url: (request, context) => url(request, { ...context, serverName: server }) }),
  };
}
