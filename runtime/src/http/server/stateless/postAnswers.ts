import {
  errorMessage,
  isBatch,
  refusalMessage,
  type AnswerMessage,
  type RequestId,
} from '../../../jsonrpc/messages.js';
import { ConnectionClosedError } from '../../../errors.js';
import { isAnswered, type Classified } from '../../../jsonrpc/classify.js';
import { internalError, invalidRequest } from '../../../jsonrpc/jsonRpcError.js';
import { processLedger, type Account } from '../../../ledger/index.js';
import { Batch } from '../../../peer/batch.js';
import { Closing } from '../../../peer/closing.js';
import type { AnswerSink, MessageContext } from '../../../peer/context.js';
import { Dispatcher } from '../../../peer/dispatcher.js';
import { takeInTurns } from '../../../peer/inTurns.js';
import { SharedLoad } from '../../../peer/load.js';
import { settlesWithin } from '../../../timers.js';
import type { ErrorListener } from '../../../report.js';
import type { MessageInfo } from '../../../transports/transport.js';
import { refusal, SERVER_CLOSING } from '../refusals.js';
import { EventStream } from '../eventStream.js';
import type { HttpAnswer } from '../../shared/httpExchange.js';
import type { OptionValues } from '../../../options/kinds.js';
import type { HttpServerOptions } from '../handlerOptions.js';
import type { Posted } from '../posted.js';
import { Reply, type ReplyOptions } from '../reply.js';
import type { StreamSettings } from '../streamSettings.js';

/** Ends a request that had no response yet, for platforms that wait for one: no client reads it. */
const CLIENT_GONE = refusal(400, 'the client closed the connection');

/** Sends the answers to one POST. */
interface Active {
  readonly reply: Reply;
  readonly batch: Batch | undefined;
}

/** A POST request with its facts. */
export interface AnsweredPost {
  readonly exchange: HttpAnswer;
  readonly posted: Posted;
  readonly info: MessageInfo;
  readonly account: Account;
  /** The revision of the messages. */
  readonly revision: string;
  /** Returns the status of a plain JSON response. */
  readonly status: (answers: AnswerMessage | readonly AnswerMessage[]) => number;
  /** Returns a signal that aborts when the client disconnects, which cancels the request. Default: disconnecting does not cancel. */
  readonly disconnected?: (() => AbortSignal) | undefined;
  /** Creates the context of the messages. */
  readonly contextOf: (reply: Reply) => MessageContext;
}

/** Answers POST requests without a session: each with a separate dispatcher and reply, and no other state. */
export class PostAnswers {
  readonly #settings: StreamSettings;
  readonly #replyOptions: ReplyOptions;
  readonly #options: OptionValues<HttpServerOptions>;
  readonly #load: SharedLoad;
  readonly #closing = new Closing();
  /** Running requests. */
  readonly #active = new Map<Dispatcher, Active>();
  #onIdle: (() => void) | undefined;
  #closed = false;

  constructor(settings: StreamSettings, options: OptionValues<HttpServerOptions>) {
    this.#settings = settings;
    this.#options = options;
    this.#load = new SharedLoad(options.limits.handlerLimit);
    this.#replyOptions = replyOptions(settings);
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Calls the listener when closing begins. */
  onClosing(listener: () => void): () => void {
    return this.#closing.add(listener);
  }

  /** Reports a notification that is ignored, within a rate. */
  ignore(explain: () => Error): void {
    this.#load.ignored.report(this.#settings.report, explain);
  }

  /** Passes messages to their handlers, and sends the answers. */
  answer({ exchange, posted, info, account, revision, status, disconnected, contextOf }: AnsweredPost): void {
    const { value, items } = posted;
    const broken = items.length === 1 && items[0]?.kind === 'invalid' ? items[0] : undefined;
    const { report } = this.#settings;
    const reply = new Reply(exchange, posted, this.#replyOptions, broken === undefined ? status : () => 400);
    if (broken !== undefined && broken.meant !== 'request') return reply.refuse(invalidRequest(broken.reason));
    const dispatcher = new Dispatcher(this.#load.of(account.name));
    const outlet = new ReplyOutlet(reply, report);
    const batch = Array.isArray(value) ? new Batch(items.filter(isAnswered).length, outlet, account) : undefined;
    this.#active.set(dispatcher, { reply, batch });
    const sink: AnswerSink = batch ?? outlet;
    const context = contextOf(reply);
    const take = (item: Classified): void => {
      if (!this.#active.has(dispatcher)) return;
      if (item.kind === 'request') dispatcher.request(item.message, context, info, sink);
      else if (item.kind === 'notification') dispatcher.notification(item.message, context, info);
      else if (isAnswered(item)) sink.answer(refusalMessage(item.id, invalidRequest(item.reason), revision));
    };
    const done = (): void => {
      this.#active.delete(dispatcher);
      if (this.#active.size === 0) this.#onIdle?.();
    };
    const rest = takeInTurns(items, { take, sink, dispatcher, quota: account, report });
    void rest?.then(() => dispatcher.checkIdle());
    if (dispatcher.idle) done();
    else {
      dispatcher.onIdle(done);
      if (disconnected !== undefined) cancelWith(disconnected(), () => this.#cancel(dispatcher, done));
    }
    reply.accept();
  }

  /** Resolves when the running handlers have ended. Those that take longer than `shutdownTimeout` are aborted, and their requests refused. */
  async close(cause: Error): Promise<void> {
    this.#closed = true;
    this.#closing.begin(this.#settings.report);
    if (this.#active.size > 0) {
      const idle = new Promise<void>((resolve) => (this.#onIdle = resolve));
      await settlesWithin(this.#options.shutdownTimeout, idle);
    }
    for (const [dispatcher, { reply, batch }] of this.#active) {
      dispatcher.close(cause);
      batch?.close();
      reply.abandon(SERVER_CLOSING);
    }
    this.#active.clear();
  }

  /** Called when the client has closed the connection. */
  #cancel(dispatcher: Dispatcher, done: () => void): void {
    const active = this.#active.get(dispatcher);
    if (active === undefined) return;
    dispatcher.close(new ConnectionClosedError('end-of-input', 'The client closed the connection'));
    active.batch?.close();
    active.reply.abandon(CLIENT_GONE, true);
    done();
  }
}

function cancelWith(signal: AbortSignal, cancel: () => void): void {
  if (signal.aborted) cancel();
  else signal.addEventListener('abort', cancel, { once: true });
}

function replyOptions(settings: StreamSettings): ReplyOptions {
  const { streamAfter, streamAlways } = settings;
  // Without a store, no event waits for it.
  const quota = processLedger().anyone;
  const streams = { ...settings, quota, session: '', store: undefined, lifetime: 0, polls: () => false };
  return {
    headers: (content) => content,
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
