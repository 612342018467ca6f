import { isObject } from '../../../codegen/v1.js';
import type { Classified } from '../../../jsonrpc/classify.js';
import { ErrorCode, invalidRequest, JsonRpcError } from '../../../jsonrpc/jsonRpcError.js';
import { errorMessage, refusalMessage, type AnswerMessage, type RequestMessage } from '../../../jsonrpc/messages.js';
import type { Account } from '../../../ledger/index.js';
import { copyOf, type Asking, type MessageContext } from '../../../peer/context.js';
import type { OptionValues } from '../../../options/kinds.js';
import { invalidParams } from '../../../peer/faults.js';
import { notificationOf } from '../../../peer/outgoing.js';
import { explain, UNKNOWN_PEER, type Profile } from '../../../peer/profile.js';
import * as Feature from '../../../registry/features.js';
import * as Header from '../../../registry/headers.js';
import * as Method from '../../../registry/methods.js';
import type { Definition } from '../../../session/definition.js';
import type { Prepared } from '../../../session/prepare.js';
import type { MessageInfo } from '../../../transports/transport.js';
import { SERVER_CLOSING, JSON_BODY, refuse, refuseWith } from '../refusals.js';
import type { HttpAnswer } from '../../shared/httpExchange.js';
import type { HttpServerOptions } from '../handlerOptions.js';
import { idOf, type Posted } from '../posted.js';
import type { Reply } from '../reply.js';
import { streamSettings, type StreamSettings } from '../streamSettings.js';
import { PostAnswers } from './postAnswers.js';

const NO_ASKING: Asking = {
  replay: undefined,
  once: async (_key, act) => copyOf(await act()),
  ask: () => Promise.reject(new JsonRpcError(ErrorCode.InternalError, 'Clients cannot be asked without a session')),
};

/**
 * Answers each POST of Streamable HTTP independently, by any process, without state between requests. The header of a message determines
 * its revision. Features that need a session are not available: requests to the client, the standalone stream, and resuming.
 */
export class WithoutSessions {
  readonly #definition: Definition;
  readonly #settings: StreamSettings;
  readonly #progressRate: number;
  readonly #answers: PostAnswers;

  constructor(definition: Definition, options: OptionValues<HttpServerOptions>) {
    this.#definition = definition;
    this.#settings = streamSettings(options);
    this.#progressRate = options.limits.progressRate;
    this.#answers = new PostAnswers(this.#settings, options);
  }

  /** Handles a POST request, and sends the response. */
  async post(answer: HttpAnswer, posted: Posted, info: MessageInfo, account: Account): Promise<void> {
    const isArray = Array.isArray(posted.value);
    const first = isArray ? undefined : posted.items[0];
    const opening = first?.kind === 'request' && first.message.method === Method.initialize ? first.message : undefined;
    const revision = opening === undefined ? this.#revisionOf(info) : this.#negotiate(opening);
    if (revision === undefined) {
      this.#refuseRevision(answer, posted);
      return;
    }
    const found = this.#definition.prepared(revision);
    const prepared = found instanceof Promise ? await found : found;
    if (this.#answers.closed) {
      refuseWith(answer, SERVER_CLOSING, idOf(posted));
      return;
    }
    if (opening !== undefined) return this.#open(answer, opening, prepared);
    const { profile } = prepared;
    const problem = isArray ? this.#batchProblem(posted.items, profile) : undefined;
    if (problem === undefined) {
      const contextOf = (reply: Reply): MessageContext => this.#contextOf(profile, reply, account);
      this.#answers.answer({ exchange: answer, posted, info, account, revision, status: () => 200, contextOf });
    } else {
      const { id, error } = refusalMessage(null, invalidRequest(problem), revision);
      refuse(answer, 400, error, {}, id);
    }
  }

  /** Resolves when the running handlers have ended, or have been aborted. */
  close(cause: Error): Promise<void> {
    return this.#answers.close(cause);
  }

  #contextOf(profile: Profile, reply: Reply, quota: Account): MessageContext {
    const { report } = this.#settings;
    return {
      profile,
      // The client's `initialize` request is not stored.
      peer: UNKNOWN_PEER,
      session: undefined,
      quota,
      progressRate: this.#progressRate,
      asking: NO_ASKING,
      report,
      async notify(method, params) {
        const message = notificationOf(method, params, { profile, report });
        await reply.send(message instanceof Promise ? await message : message);
      },
      onClosing: (listener) => this.#answers.onClosing(listener),
      closeStream: () => undefined,
      handleLifecycle: (method) =>
        method === Method.notificationsProgress || method === Method.notificationsInitialized,
    };
  }

  async #open(exchange: HttpAnswer, { id, params }: RequestMessage, prepared: Prepared): Promise<void> {
    const { opening, introduction, profile } = prepared;
    const { report } = this.#settings;
    const answer: AnswerMessage = opening.params(params)
      ? { jsonrpc: '2.0', id, result: introduction }
      : errorMessage(id, invalidParams(Method.initialize, await explain(profile, opening.paramsType, params, report)));
    exchange.respond(200, JSON_BODY, JSON.stringify(answer));
  }

  /** Negotiates like a server with sessions: the requested revision, or the newest. */
  #negotiate({ params }: RequestMessage): string | undefined {
    const { sessionIds } = this.#definition;
    const asked: unknown = isObject(params) ? params['protocolVersion'] : undefined;
    return sessionIds.find((id) => id === asked) ?? sessionIds[0];
  }

  #revisionOf({ http }: MessageInfo): string | undefined {
    const said = http?.header(Header.protocolVersion) ?? Feature.assumedVersion.since;
    return this.#definition.sessionIds.find((id) => id === said);
  }

  #refuseRevision(answer: HttpAnswer, posted: Posted): void {
    const reason = `the header MCP-Protocol-Version must be one of ${this.#definition.ids.join(', ')}; without it, it is ${Feature.assumedVersion.since}`;
    refuse(answer, 400, invalidRequest(reason), {}, idOf(posted));
  }

  #batchProblem(values: readonly Classified[], { batching, revision }: Profile): string | undefined {
    if (!batching) return `revision ${revision} does not support batches`;
    return values.length === 0 ? 'a batch must not be empty' : undefined;
  }
}
