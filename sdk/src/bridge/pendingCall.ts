import { JsonRpcError, ErrorCode, weigh, type HandlerContext, type Quota } from '@mcp-gen/runtime';
import type { Method } from '../conversions/index.js';
import { bridgeError } from './errors.js';

/** A question of the server, in the revision of the client. */
interface Question {
  readonly key: string;
  readonly method: string;
  readonly params: unknown;
  readonly answer: (result: unknown) => void;
  readonly refuse: (error: Error) => void;
}

/** What a call takes of what keeps it. */
export interface CallParts {
  /** Who called. */
  readonly caller: string;
  /** Sends the request. Its context lasts as long as the call, not only as long as one run of the handler. */
  readonly send: (context: Pick<HandlerContext, 'signal' | 'meta' | 'progress'>) => Promise<object>;
  /** Keeps the call for the client's answers, and returns a handle to find it by. */
  readonly keep: (call: PendingCall) => string;
  /** Milliseconds that a client has for its answers. */
  readonly timeout: number;
  readonly quota: Quota;
  /** Called when the server has answered: the call no longer asks anything. */
  readonly onSettled: () => void;
  /** Called when the call is over: its client has the result, or did not come for it in time. */
  readonly onEnd: () => void;
}

/** The key of the handle. Those of questions are numbered. */
const HANDLE = 'call';

/**
 * A request that waits at a server with sessions while its client, which has none, is asked in its name. The handler of the client's request
 * is run again with the answers, and finds the call by its handle.
 */
export class PendingCall {
  readonly caller: string;
  /** The log level that the client wants for the request. */
  readonly level: string | undefined;
  readonly #parts: CallParts;
  readonly #outcome: Promise<object>;
  readonly #stop = new AbortController();
  readonly #open = new Map<string, Question>();
  #asked = 0;
  /** What the open questions, or the result that waits for its client, count. */
  #weight = 0;
  #isSettled = false;
  #isOver = false;
  /** The run of the handler that the client waits for; nothing while the client is asked. */
  #run: HandlerContext | undefined;
  #handle: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #wake: (() => void) | undefined;

  constructor(context: HandlerContext, level: string | undefined, parts: CallParts) {
    this.#parts = parts;
    this.caller = parts.caller;
    this.level = level;
    this.#run = context;
    const { signal } = this.#stop;
    this.#outcome = parts
      .send({ signal, meta: context.meta, progress: (report) => this.#run?.progress(report) })
      .finally(() => this.#settle())
      .then((result) => this.#keepResult(result));
    this.#outcome.catch(() => undefined);
  }

  /** The run of the handler that the client waits for. */
  get run(): HandlerContext | undefined {
    return this.#run;
  }

  /** Returns the handle that the state of a repeated request has. */
  static handleOf(context: HandlerContext): Promise<string> {
    return context.once(HANDLE, () => '');
  }

  /** Asks the client in the name of the call. */
  ask(method: Method, params: unknown, signal: AbortSignal): Promise<unknown> {
    if (this.#isSettled) return Promise.reject(bridgeError('The request is over'));
    const key = `question ${this.#asked++}`;
    const weight = weigh(params);
    if (!this.#parts.quota.take('retained', weight)) {
      return Promise.reject(bridgeError('The bridge holds too many questions: try again later'));
    }
    this.#weight += weight;
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        this.#open.delete(key);
        signal.removeEventListener('abort', withdraw);
      };
      const withdraw = (): void => {
        settle();
        reject(signal.reason as Error);
      };
      this.#open.set(key, {
        key,
        method,
        params,
        answer: (result) => {
          settle();
          resolve(result);
        },
        refuse: (error) => {
          settle();
          reject(error);
        },
      });
      signal.addEventListener('abort', withdraw);
      this.#wake?.();
    });
  }

  /** Resolves with the result; does not settle where the client is asked first, since its request is answered with the questions. */
  async answerTo(context: HandlerContext): Promise<object> {
    clearTimeout(this.#timer);
    this.#run = context;
    const cancel = (): void => {
      if (this.#run === context) this.#stop.abort(context.signal.reason);
    };
    if (context.signal.aborted) cancel();
    else context.signal.addEventListener('abort', cancel, { once: true });
    for (;;) {
      if (this.#open.size === 0) {
        const question = new Promise<undefined>((resolve) => (this.#wake = () => resolve(undefined)));
        const result = await Promise.race([this.#outcome, question]).finally(() => this.#endIfSettled());
        if (result !== undefined) return result;
        // The questions may have been withdrawn meanwhile, or the call may be over.
        continue;
      }
      await this.#askAll(context);
    }
  }

  async #askAll(context: HandlerContext): Promise<void> {
    const questions = [...this.#open.values()];
    try {
      if (this.#handle === undefined) {
        const handle = this.#parts.keep(this);
        this.#handle = await context.once(HANDLE, () => handle);
        // The server may have answered meanwhile.
        if (this.#isSettled) return;
      }
      // Nobody waits for the request while its client is asked.
      const asking = context.ask(
        Object.fromEntries(questions.map(({ key, method, params }) => [key, { method, params }])),
      );
      if (questions.some(({ key }) => context.replay?.has(key) !== true)) this.#suspend(context);
      const answers = await asking;
      this.#run = context;
      for (const { key, answer } of questions) answer(answers[key]);
    } catch (error) {
      this.#run = context;
      for (const { refuse } of questions) refuse(error as Error);
    }
  }

  #suspend(context: HandlerContext): void {
    if (this.#run === context) this.#run = undefined;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.close('The client did not answer in time'), this.#parts.timeout);
  }

  /** Ends the call, also at the server. */
  close(reason: string): void {
    this.#stop.abort(new JsonRpcError(ErrorCode.InternalError, reason));
    this.#endIfSettled();
  }

  /** The server has answered, or can no longer answer. What it asked needs no answer now. */
  #settle(): void {
    this.#isSettled = true;
    this.#parts.quota.give('retained', this.#weight);
    this.#weight = 0;
    for (const { refuse } of [...this.#open.values()]) refuse(bridgeError('The request is over'));
    this.#parts.onSettled();
    // A client that is being asked comes back for the result: it is kept until the time for the answers is over.
    if (this.#run !== undefined || this.#stop.signal.aborted) this.#end();
  }

  /** @throws {JsonRpcError} if the result has to wait for its client, and the ledger does not allow that. */
  #keepResult(result: object): object {
    if (this.#isOver) return result;
    const weight = weigh(result);
    if (!this.#parts.quota.take('retained', weight)) {
      throw bridgeError('The bridge holds too many results: try again later');
    }
    this.#weight = weight;
    return result;
  }

  #endIfSettled(): void {
    if (this.#isSettled) this.#end();
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#parts.quota.give('retained', this.#weight);
    this.#weight = 0;
    this.#parts.onEnd();
  }
}
