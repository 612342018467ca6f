import { isObject, type PeerInfo } from '../codegen/v1.js';
import { isAnswered, type Classified } from '../jsonrpc/classify.js';
import { ErrorCode, internalError, invalidRequest, JsonRpcError } from '../jsonrpc/errors.js';
import {
  errorMessage,
  isBatch,
  refusalMessage,
  type AnswerMessage,
  type RequestId,
  type RequestMessage,
} from '../jsonrpc/messages.js';
import { processLedger, type Account } from '../ledger/index.js';
import { Batch } from '../peer/batch.js';
import type { AnswerSink, Asking, MessageContext } from '../peer/context.js';
import { Dispatcher, type Load } from '../peer/dispatcher.js';
import { invalidParams } from '../peer/faults.js';
import { notificationOf } from '../peer/outgoing.js';
import { explain, type Profile } from '../peer/profile.js';
import { within } from '../platform.js';
import { Method } from '../protocol.js';
import type { ErrorListener } from '../report.js';
import type { Definition } from '../session/definition.js';
import type { Prepared } from '../session/prepare.js';
import type { MessageInfo } from '../transports/transport.js';
import { CLOSING, JSON_BODY, refuse, refuseWith } from './answers.js';
import { EventStream } from './eventStream.js';
import type { HttpAnswer } from './exchange.js';
import type { HttpServerOptions } from './handlerOptions.js';
import { idOf, type Posted } from './posted.js';
import { Reply, type ReplyOptions } from './reply.js';
import { sessionSettings, type SessionSettings } from './session.js';

/** The revision of messages without the header MCP-Protocol-Version (2025-06-18: Transports, Protocol Version Header). */
const DEFAULT_REVISION = '2025-03-26';

/** The client: what it sent with initialize is not kept. */
const UNKNOWN: PeerInfo = { name: '', version: '', capabilities: {} };

const NO_ASKING: Asking = {
  ask: () =>
    Promise.reject(new JsonRpcError(ErrorCode.InternalError, 'A server without sessions cannot ask its clients')),
};

/** What the answers to one POST leave through. */
interface Active {
  readonly reply: Reply;
  readonly batch: Batch | undefined;
}

/**
 * Answers each POST of Streamable HTTP on its own, by any process: nothing is kept from one to the next. The revision of a message is
 * that of its header, and what needs a session is not there: requests to the client, its own stream, and resumption.
 */
export class Sessionless {
  readonly #definition: Definition;
  readonly #settings: SessionSettings;
  readonly #replyOptions: ReplyOptions;
  readonly #options: HttpServerOptions;
  readonly #load: Load = { running: 0 };
  /** What is running. */
  readonly #active = new Map<Dispatcher, Active>();
  #closed = false;
  #onIdle: (() => void) | undefined;

  constructor(definition: Definition, options: HttpServerOptions) {
    this.#definition = definition;
    this.#settings = sessionSettings(options);
    this.#replyOptions = replyOptions(this.#settings);
    this.#options = options;
  }

  /** Handles what was posted, and sends the answer. */
  async post(answer: HttpAnswer, posted: Posted, info: MessageInfo, account: Account): Promise<void> {
    const isArray = Array.isArray(posted.value);
    const first = isArray ? undefined : posted.items[0];
    const opening = first?.kind === 'request' && first.message.method === Method.Initialize ? first.message : undefined;
    const revision = opening === undefined ? this.#revisionOf(info) : this.#negotiate(opening);
    if (revision === undefined) {
      this.#refuseRevision(answer, posted);
      return;
    }
    const found = this.#definition.prepared(revision);
    const prepared = found instanceof Promise ? await found : found;
    if (this.#closed) {
      refuseWith(answer, CLOSING, idOf(posted));
      return;
    }
    if (opening !== undefined) return this.#open(answer, opening, prepared);
    const { profile } = prepared;
    const problem = isArray ? this.#batchProblem(posted.items, profile) : undefined;
    if (problem === undefined) {
      this.#answer(answer, posted, profile, info, account);
    } else {
      const { id, error } = refusalMessage(null, invalidRequest(problem), revision);
      refuse(answer, 400, error, {}, id);
    }
  }

  /** Resolves when the running handlers have ended. Those that take longer than `shutdownTimeout` are aborted, and their requests refused. */
  async close(cause: Error): Promise<void> {
    this.#closed = true;
    if (this.#active.size > 0) {
      const idle = new Promise<void>((resolve) => (this.#onIdle = resolve));
      await within(this.#options.shutdownTimeout ?? 2_000, idle);
    }
    for (const [dispatcher, { reply, batch }] of this.#active) {
      dispatcher.close(cause);
      batch?.close();
      reply.abandon(CLOSING);
    }
    this.#active.clear();
  }

  #answer(exchange: HttpAnswer, posted: Posted, profile: Profile, info: MessageInfo, account: Account): void {
    const { value, items } = posted;
    const broken = items.length === 1 && items[0]?.kind === 'invalid' ? items[0] : undefined;
    const settings = this.#settings;
    const reply = new Reply(exchange, posted, this.#replyOptions, broken === undefined ? 200 : 400);
    if (broken !== undefined && broken.meant !== 'request') return reply.refuse(invalidRequest(broken.reason));
    const dispatcher = new Dispatcher(this.#options.handlerLimit ?? 10_000, this.#load);
    const outlet = new ReplyOutlet(reply, settings.report);
    const batch = Array.isArray(value) ? new Batch(items.filter(isAnswered).length, outlet, account) : undefined;
    this.#active.set(dispatcher, { reply, batch });
    const sink: AnswerSink = batch ?? outlet;
    const context = this.#contextOf(profile, reply, account);
    for (const item of items) {
      if (item.kind === 'request') dispatcher.request(item.message, context, info, sink);
      else if (item.kind === 'notification') dispatcher.notification(item.message, context, info);
      else if (isAnswered(item)) sink.answer(refusalMessage(item.id, invalidRequest(item.reason), profile.revision));
    }
    const done = (): void => {
      this.#active.delete(dispatcher);
      if (this.#active.size === 0) this.#onIdle?.();
    };
    if (dispatcher.idle) done();
    else dispatcher.onIdle(done);
    reply.accept();
  }

  #contextOf(profile: Profile, reply: Reply, quota: Account): MessageContext {
    const { progressRate = 100 } = this.#options;
    const { report } = this.#settings;
    return {
      profile,
      peer: UNKNOWN,
      session: undefined,
      quota,
      progressRate,
      asking: NO_ASKING,
      report,
      async notify(method, params) {
        const message = await notificationOf(method, params, { profile, report });
        if (reply.waiting.size > 0) await reply.send(message);
      },
      closeStream: () => undefined,
      handleLifecycle: (method) => method === Method.Progress || method === Method.Initialized,
    };
  }

  async #open(exchange: HttpAnswer, { id, params }: RequestMessage, prepared: Prepared): Promise<void> {
    const { initialize, introduction, profile } = prepared;
    const { report } = this.#settings;
    const answer: AnswerMessage = initialize.params(params)
      ? { jsonrpc: '2.0', id, result: introduction }
      : errorMessage(
          id,
          invalidParams(Method.Initialize, await explain(profile, initialize.paramsType, params, report)),
        );
    exchange.respond(200, JSON_BODY, JSON.stringify(answer));
  }

  /** As a server that opens a session does: what the client asks for, or the newest. */
  #negotiate({ params }: RequestMessage): string {
    const { ids } = this.#definition;
    const asked: unknown = isObject(params) ? params['protocolVersion'] : undefined;
    return ids.find((id) => id === asked) ?? ids[0];
  }

  #revisionOf({ http }: MessageInfo): string | undefined {
    const said = http?.header('mcp-protocol-version') ?? DEFAULT_REVISION;
    return this.#definition.ids.find((id) => id === said);
  }

  #refuseRevision(answer: HttpAnswer, posted: Posted): void {
    const reason = `the header MCP-Protocol-Version must be one of ${this.#definition.ids.join(', ')}; without it, it is ${DEFAULT_REVISION}`;
    refuse(answer, 400, invalidRequest(reason), {}, idOf(posted));
  }

  #batchProblem(values: readonly Classified[], { batching, revision }: Profile): string | undefined {
    if (!batching) return `revision ${revision} has no batches`;
    return values.length === 0 ? 'a batch must not be empty' : undefined;
  }
}

function replyOptions(settings: SessionSettings): ReplyOptions {
  const { streamAfter, streamAlways } = settings;
  // Without a store, nothing waits for it.
  const quota = processLedger().anyone;
  const streams = { ...settings, quota, session: '', store: undefined, lifetime: 0, polls: () => false };
  return {
    headers: () => ({}),
    open(sink) {
      const stream = new EventStream('', streams, () => undefined);
      stream.connect(sink);
      return stream;
    },
    streamAfter,
    streamAlways,
  };
}

/** Passes answers to a reply. Replaces one that is not JSON-serializable with an error. */
class ReplyOutlet implements AnswerSink {
  readonly #reply: Reply;
  readonly #report: ErrorListener;

  constructor(reply: Reply, report: ErrorListener) {
    this.#reply = reply;
    this.#report = report;
  }

  answer(answers: AnswerMessage | readonly AnswerMessage[]): void {
    try {
      if (!isBatch(answers) && 'error' in answers && (answers.id ?? null) === null) {
        return this.#reply.refuse(answers.error, answers.id);
      }
      void this.#reply.answer(answers);
    } catch (error) {
      this.#report(error);
      const all = isBatch(answers) ? answers : [answers];
      const instead = all.map(({ id }) => errorMessage(id, internalError()));
      void this.#reply.answer(isBatch(answers) ? instead : (instead[0] as AnswerMessage));
    }
  }

  leaveUnanswered(id: RequestId): void {
    this.#reply.leaveOut(id);
  }
}
