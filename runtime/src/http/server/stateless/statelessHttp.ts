import {
  errorMessage,
  isBatch,
  type AnswerMessage,
  type ErrorObject,
  type NotificationMessage,
  type RequestMessage,
} from '../../../jsonrpc/messages.js';
import { isObject } from '../../../codegen/v1.js';
import type { Classified } from '../../../jsonrpc/classify.js';
import { ErrorCode, invalidRequest, JsonRpcError } from '../../../jsonrpc/jsonRpcError.js';
import type { Account } from '../../../ledger/index.js';
import type { Definition } from '../../../session/definition.js';
import type { Outlet, StatelessContext } from '../../../stateless/statelessContext.js';
import type { OptionValues } from '../../../options/kinds.js';
import * as Header from '../../../registry/headers.js';
import * as Method from '../../../registry/methods.js';
import {
  ProtocolErrorCode,
  requestedVersion,
  unsupportedVersion,
  withoutRevision,
} from '../../../stateless/statelessErrors.js';
import { MetaKey, metaOf, namesRevision } from '../../../stateless/metadata.js';
import { Stateless } from '../../../stateless/stateless.js';
import { SERVER_CLOSING, refuse, refuseWith } from '../refusals.js';
import type { HttpServerOptions } from '../handlerOptions.js';
import { checkMirrored, type MirroredParams } from '../../shared/mirroredHeaders.js';
import { idOf, type Posted } from '../posted.js';
import type { Reply } from '../reply.js';
import type { ServedExchange } from '../servedExchange.js';
import { streamSettings, type StreamSettings } from '../streamSettings.js';
import { PostAnswers } from './postAnswers.js';

/** HTTP statuses of errors for invalid requests (specification, 2026-07-28: Streamable HTTP). */
const STATUSES: { readonly [code: number]: number } = {
  [ErrorCode.MethodNotFound]: 404,
  [ProtocolErrorCode.HeaderMismatch]: 400,
  [ProtocolErrorCode.MissingRequiredClientCapability]: 400,
  [ProtocolErrorCode.UnsupportedProtocolVersion]: 400,
};

/** Answers POST requests of revisions without sessions (specification, 2026-07-28: Streamable HTTP). */
export class StatelessHttp {
  readonly #definition: Definition;
  readonly #stateless: Stateless;
  readonly #settings: StreamSettings;
  readonly #answers: PostAnswers;
  readonly #progressRate: number;
  readonly #mirrored: MirroredParams | undefined;

  constructor(definition: Definition, options: OptionValues<HttpServerOptions>) {
    this.#definition = definition;
    this.#stateless = new Stateless(definition, options);
    this.#settings = streamSettings(options);
    this.#answers = new PostAnswers(this.#settings, options);
    this.#progressRate = options.limits.progressRate;
    this.#mirrored = options.mirroredParams;
  }

  /** Returns whether the header of a request names a revision without sessions, or an unsupported revision. */
  claims(version: string | undefined): boolean {
    const { sessionIds } = this.#definition;
    return version !== undefined ? !sessionIds.includes(version) : sessionIds.length === 0;
  }

  /** Returns whether a posted body belongs to a revision without sessions, regardless of its headers. */
  takes({ value, items }: Posted): boolean {
    const [item] = items;
    const isMessage = item?.kind === 'request' || item?.kind === 'notification';
    return !Array.isArray(value) && isMessage && namesRevision(item.message.params);
  }

  /** Handles a POST request, and sends the response. */
  async post(exchange: ServedExchange, posted: Posted, account: Account): Promise<void> {
    const [item] = posted.items;
    const version = exchange.header(Header.protocolVersion);
    if (
      version !== undefined &&
      !this.#definition.ids.includes(version) &&
      !this.takes(posted) &&
      !opensSession(item)
    ) {
      // Without metadata in the body, only the header says which revision it is of.
      refuse(exchange, 400, unsupportedVersion(version, this.#definition.ids), {}, idOf(posted));
      return;
    }
    if (Array.isArray(posted.value) || item === undefined || item.kind === 'result' || item.kind === 'error') {
      refuse(exchange, 400, invalidRequest('a body must be a single request or notification'));
      return;
    }
    // A cancellation has nothing to cancel here: each request has a connection of its own.
    if (item.kind === 'notification' && (!namesRevision(item.message.params) || isCancellation(item.message))) {
      if (!isCancellation(item.message)) this.#answers.ignore(() => withoutRevision(item.message));
      exchange.respond(202, {});
      return;
    }
    if (item.kind === 'invalid') {
      refuse(exchange, 400, invalidRequest(item.reason), {}, item.meant === 'request' ? item.id : undefined);
      return;
    }
    const { message } = item;
    try {
      this.#checkHeaders(exchange, message);
      let reply: Reply | undefined;
      const outlet: Outlet = {
        quota: account,
        progressRate: this.#progressRate,
        report: this.#settings.report,
        send: (notification) => reply?.send(notification),
        onClosing: (listener) => this.#answers.onClosing(listener),
      };
      const made = this.#stateless.contextOf(message, exchange, outlet);
      const context: StatelessContext = made instanceof Promise ? await made : made;
      // Loading a revision, or opening a state, may take long.
      if (this.#answers.closed) {
        refuseWith(exchange, SERVER_CLOSING, idOf(posted));
        return;
      }
      const { profile } = context;
      this.#answers.answer({
        exchange,
        posted,
        info: exchange,
        account,
        revision: profile.revision,
        status: statusOf,
        disconnected: () => exchange.signal,
        contextOf: (made) => {
          reply = made;
          return context;
        },
      });
    } catch (error) {
      if (!(error instanceof JsonRpcError)) throw error;
      const id = 'id' in message ? message.id : undefined;
      // Missing metadata is an error of the request, regardless of its method.
      exchange.respond(
        STATUSES[error.code] ?? 400,
        { 'content-type': 'application/json' },
        JSON.stringify(errorMessage(id, error)),
      );
    }
  }

  /** Resolves when the running handlers have ended, or have been aborted. */
  close(cause: Error): Promise<void> {
    return this.#answers.close(cause);
  }

  #checkHeaders(exchange: ServedExchange, message: RequestMessage | NotificationMessage): void {
    if (message.method === Method.initialize && !namesRevision(message.params)) {
      // The only information for a client that supports only sessions.
      throw unsupportedVersion(requestedVersion(message.params), this.#definition.ids);
    }
    const version = metaOf(message.params)?.[MetaKey.ProtocolVersion];
    checkMirrored(
      message,
      typeof version === 'string' ? version : undefined,
      (name) => exchange.header(name),
      this.#mirrored,
    );
  }
}

function statusOf(answers: AnswerMessage | readonly AnswerMessage[]): number {
  if (isBatch(answers) || !('error' in answers)) return 200;
  return isAboutMetadata(answers.error) ? 400 : (STATUSES[answers.error.code] ?? 200);
}

/** Metadata that is malformed is like metadata that is missing (specification, 2026-07-28: Base Protocol, General fields, _meta). */
function isAboutMetadata({ code, data }: ErrorObject): boolean {
  if (code !== ErrorCode.InvalidParams || !isObject(data)) return false;
  // An application may have issues of another shape in its own errors.
  const { issues } = data;
  return Array.isArray(issues) && issues.some(isIssueOfMetadata);
}

function isIssueOfMetadata(issue: unknown): boolean {
  if (!isObject(issue)) return false;
  const { pointer } = issue;
  return typeof pointer === 'string' && pointer.startsWith('/_meta/');
}

function opensSession(item: Classified | undefined): boolean {
  return item?.kind === 'request' && item.message.method === Method.initialize;
}

function isCancellation({ method }: NotificationMessage): boolean {
  return method === Method.notificationsCancelled;
}
