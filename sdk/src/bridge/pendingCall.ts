import {
  after,
  answerLater,
  ErrorCode,
  type HandlerContext,
  JsonRpcError,
  type LaterAnswer,
  type Quota,
  type RequestOutcome,
  type Stop,
  weigh,
} from '@mcp-gen/runtime';
import type { LoggingLevel } from '@mcp-gen/protocol/author';
import { bridgeError } from './bridgeErrors.js';

/** A question of the server, in the revision of the client. */
interface Question {
  readonly key: string;
  readonly method: string;
  readonly params: unknown;
  readonly answer: (result: unknown) => void;
  readonly refuse: (error: Error) => void;
}

/** The dependencies of a {@link PendingCall}. */
export interface CallParts {
  /** The key of the caller. */
  readonly caller: string;
  /** The caller, for limits: `anyone` if it cannot be identified. */
  readonly holder: string;
  /** Sends the request. Returns a function that cancels it. */
  readonly send: (outcome: RequestOutcome) => (reason: unknown) => void;
  /** Keeps the call until the client has answered, and returns a handle to find it. */
  readonly keep: (call: PendingCall) => string;
  /** Milliseconds to wait for the client's answers. */
  readonly timeout: number;
  readonly quota: Quota;
  /** Called when the server has answered, or the call was cancelled. */
  readonly onSettled: (isAnswered: boolean) => void;
  /** Called when the call has ended: its client has the result, or did not fetch it in time. */
  readonly onEnd: () => void;
}

/** The key of the handle. Keys of questions are numbers. */
const HANDLE = 'call';

/**
 * A request in progress at a server with sessions while its client, which has no session, is asked questions for it. The handler of the
 * client's request runs again with the answers, and finds the call by its handle.
 */
export class PendingCall {
  readonly caller: string;
  readonly holder: string;
  /** The log level of the client for the request. */
  readonly level: LoggingLevel | undefined;
  readonly #parts: CallParts;
  readonly #open = new Map<string, Question>();
  #asked = 0;
  /** The counted bytes of the open questions, or of the result that waits for its client. */
  #weight = 0;
  /** Answers a run after the server has answered. */
  #deliver: ((answer: LaterAnswer) => void) | undefined;
  #isStopped = false;
  /** The run of the handler that the client waits for; undefined while the client is asked. */
  #run: HandlerContext | undefined;
  #answer: LaterAnswer | undefined;
  /** The run that asks the client. */
  #asking: HandlerContext | undefined;
  #handle: string | undefined;
  /** Stops the timer for the answer of the client. */
  #stopTimer: Stop | undefined;
  #withdraw: ((reason: unknown) => void) | undefined;
  #isOver = false;

  constructor(level: LoggingLevel | undefined, parts: CallParts) {
    this.#parts = parts;
    this.caller = parts.caller;
    this.holder = parts.holder;
    this.level = level;
  }

  /** The run of the handler that the client waits for. */
  get run(): HandlerContext | undefined {
    return this.#run;
  }

  /** Returns the handle from the state of a repeated request. */
  static handleOf(context: HandlerContext): Promise<string> {
    return context.once(HANDLE, () => '');
  }

  /** Asks the client a question of the server. */
  ask(method: string, params: unknown, signal: AbortSignal): Promise<unknown> {
    const key = `question ${this.#asked++}`;
    const weight = weigh(params);
    if (!this.#parts.quota.take('retained', weight)) {
      return Promise.reject(bridgeError('The bridge has too many open questions: try again later'));
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
      if (this.#run !== undefined) this.#askNow(this.#run);
    });
  }

  /** Sends the request for the first run of its handler. */
  start(context: HandlerContext): LaterAnswer {
    const answer = this.#attach(context);
    this.#withdraw = this.#parts.send({
      resolve: (result) => this.#settle((own) => own.resolve(result), result),
      reject: (error) => this.#settle((own) => own.reject(error)),
    });
    return answer;
  }

  /** Answers a run of the handler for the repeated request. */
  resume(context: HandlerContext): LaterAnswer {
    const answer = this.#attach(context);
    if (this.#deliver !== undefined) {
      this.#end();
      this.#deliver(answer);
    } else if (context.signal.aborted) this.#stop(context.signal.reason);
    else if (this.#open.size > 0) this.#askNow(context);
    return answer;
  }

  #attach(context: HandlerContext): LaterAnswer {
    this.#stopTimer?.();
    const answer = answerLater(context);
    // The client repeated the request while it runs, and waits for the last one only.
    this.#answer?.reject(bridgeError('The request was repeated'));
    answer.onAbort = (reason) => {
      if (this.#run === context) this.#stop(reason);
      else answer.reject(reason);
    };
    this.#run = context;
    this.#answer = answer;
    return answer;
  }

  /** Asks all open questions, unless this run already asks: it then includes them. */
  #askNow(context: HandlerContext): void {
    if (this.#asking !== context) void this.#askAll(context);
  }

  /** Does not settle if the client is asked first, since its request is then answered with the questions. */
  async #askAll(context: HandlerContext): Promise<void> {
    this.#asking = context;
    const questions = [...this.#open.values()];
    try {
      if (this.#handle === undefined) {
        const handle = this.#parts.keep(this);
        this.#handle = await context.once(HANDLE, () => handle);
        // The server may have answered meanwhile.
        if (this.#deliver !== undefined) return;
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
    this.#asking = undefined;
    if (this.#open.size > 0 && this.#run === context) this.#askNow(context);
  }

  #suspend(context: HandlerContext): void {
    if (this.#run === context) this.#run = undefined;
    this.#stopTimer?.();
    this.#stopTimer = after(this.#parts.timeout, () => this.close('The client did not answer in time'), {
      keepsAlive: true,
    });
  }

  /** Ends the call, also at the server. */
  close(reason: string): void {
    this.#stop(new JsonRpcError(ErrorCode.InternalError, reason));
    if (this.#deliver !== undefined) this.#end();
  }

  #stop(reason: unknown): void {
    this.#isStopped = true;
    this.#withdraw?.(reason);
  }

  /** Called when the server has answered, or can no longer answer. Open questions need no answer now. */
  #settle(deliver: (answer: LaterAnswer) => void, result?: object): void {
    this.#deliver = deliver;
    this.#give();
    for (const { refuse } of [...this.#open.values()]) refuse(bridgeError('The request has ended'));
    this.#parts.onSettled(!this.#isStopped);
    if (this.#run !== undefined || this.#isStopped) {
      this.#end();
      if (this.#run !== undefined && this.#answer !== undefined) deliver(this.#answer);
      return;
    }
    // The client repeats the request for the result, which is kept until the time for the answers has passed.
    const weight = weigh(result);
    if (this.#parts.quota.take('retained', weight)) this.#weight = weight;
    else this.#deliver = (own) => own.reject(bridgeError('The bridge has too many results: try again later'));
  }

  #give(): void {
    if (this.#weight > 0) this.#parts.quota.give('retained', this.#weight);
    this.#weight = 0;
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stopTimer?.();
    this.#give();
    this.#parts.onEnd();
  }
}
