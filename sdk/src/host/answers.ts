import { ErrorCode, JsonRpcError } from '@mcp-gen/runtime';
import type { AnswerContext } from '../client/answering.js';
import type { MethodAnswers } from '../client/clientMethods.js';
import type { ClientOptions } from '../client/options.js';
import type { SamplingOptions } from '../client/sampling.js';
import type { ElicitationOptions } from '../client/elicitation.js';
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
): Pick<ClientOptions, 'sampling' | 'elicitation' | 'roots' | 'methods'> {
  return {
    ...(options.sampling && { sampling: samplingFor(server, options.sampling, consents) }),
    ...(options.elicitation && { elicitation: elicitationFor(server, options.elicitation) }),
    ...(options.methods && { methods: methodsFor(server, options.methods, consents) }),
    ...(roots && {
      roots: {
        list: roots,
        consent: (root, { signal }) => consents.allows(rootQuestion(server, root), signal),
      },
    }),
  };
}

function methodsFor(server: string, methods: NonNullable<HostOptions['methods']>, consents: Consents): MethodAnswers {
  const answers = Object.entries(methods).flatMap(([method, answer]) => {
    if (answer === undefined) return [];
    const consented = async (params: never, context: AnswerContext): Promise<unknown> => {
      if (await consents.allows(requestQuestion(server, method, params), context.signal)) {
        return answer(params, { ...context, serverName: server });
      }
      throw new JsonRpcError(ErrorCode.InvalidRequest, `The host does not allow ${method}`);
    };
    return [[method, consented]];
  });
  return Object.fromEntries(answers) as MethodAnswers;
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
