import { isObject, quote, type ReplayInfo } from '../codegen/v1.js';
import { refusedParams } from '../jsonrpc/jsonRpcError.js';
import {
  copyOf,
  type Answers,
  type Asking,
  type AskingExchange,
  type MessageContext,
  type Questions,
} from '../peer/context.js';
import { findFault } from '../peer/faults.js';
import { unknownMethod } from '../peer/outgoing.js';
import { declares, type Profile } from '../peer/profile.js';
import { after, within } from '../timers.js';
import { missingCapability } from './statelessErrors.js';
import { canonicalJson, type Binding, type RequestState } from './requestState.js';
import { digest, type StateSealer } from './stateSealer.js';

/** An answer with the digest of its question. */
type StoredAnswer = readonly [digest: string, answer: unknown];

/** A pending question. */
export interface PendingQuestion {
  readonly method: string;
  readonly params: unknown;
  readonly digest: string;
  /** How often the question under this key has changed. */
  readonly changes: number;
}

/** How often a handler may ask a different question under the same key. */
const MAX_CHANGES = 3;

/** Maximum milliseconds of a function of `once` while the handler waits for an answer. */
const ONCE_TIMEOUT = 300_000;

const ASKED_IN_ONCE = 'A function of context.once asks the client, which cannot answer before it ends';

/** The dependencies of asking. */
export interface ReplayParts {
  readonly sealer: StateSealer;
  readonly binding: Binding;
  /** Returns whether this process has not run the handler with this state before. */
  readonly isNew: (state: RequestState) => boolean;
  /** Called with the reason why the state of a request is refused. */
  readonly onRefusedState: (reason: string) => void;
  /** Whether the request may be answered with questions. */
  readonly mayAsk: boolean;
  /** Runs the handler again, for development, before the request is answered with questions. */
  readonly rehearse?: ((first: AskByReplay, asked: ReadonlyMap<string, PendingQuestion>) => Promise<void>) | undefined;
}

/** What a handler has from its earlier runs, and what it does in this one. */
class RunRecord {
  readonly answers: Map<string, StoredAnswer>;
  readonly onceValues: Map<string, readonly unknown[]>;
  /** Questions at which the handler was suspended, and which it has not reached again. */
  readonly ahead: Map<string, RequestState['asked'][string]>;
  /** The questions that the handler waits for. */
  readonly asked = new Map<string, PendingQuestion>();
  /** Running functions of `once`, whose values must be known before the handler is abandoned, and questions that are being prepared. */
  readonly doing = new Set<Promise<unknown>>();

  constructor(state?: RequestState, answers: ReadonlyMap<string, StoredAnswer> = new Map()) {
    this.answers = new Map([...Object.entries(state?.answers ?? {}), ...answers]);
    this.onceValues = new Map(Object.entries(state?.onceValues ?? {}));
    this.ahead = new Map(Object.entries(state?.asked ?? {}));
  }
}

/**
 * Asks by answering the request with questions (specification, 2026-07-28: Multi Round-Trip Requests). The handler is then abandoned: its
 * pending promise never settles. When the request is repeated with the answers, the handler runs from the start, and finds the answers by
 * key.
 */
export class AskByReplay implements Asking {
  readonly replay: ReplayInfo | undefined = undefined;
  readonly #parts: ReplayParts;
  /** Undefined if the handler has not run before, and has neither asked nor used `once`, as in most requests. */
  #startedRecord: RunRecord | undefined;
  /** Called with the questions, instead of answering the request. */
  #onAsked: ((asked: ReadonlyMap<string, PendingQuestion>) => void) | undefined;
  /** The number of functions of `once` that are in their synchronous part. */
  #calling = 0;

  /** @param state the state of the earlier runs; `answers` are those to its last questions */
  constructor(parts: ReplayParts, state?: RequestState, answers?: ReadonlyMap<string, StoredAnswer>) {
    this.#parts = parts;
    if (state === undefined && answers === undefined) return;
    const record = new RunRecord(state, answers);
    this.#startedRecord = record;
    this.replay = state && {
      isNew: parts.isNew(state),
      has: (key) => record.answers.has(key),
      get isReplaying() {
        return record.ahead.size > 0;
      },
    };
  }

  get #record(): RunRecord {
    return (this.#startedRecord ??= new RunRecord());
  }

  /** Returns the strategy for a second run of the handler, with the same known answers as the first. */
  again(onAsked: (asked: ReadonlyMap<string, PendingQuestion>) => void): AskByReplay {
    const state = {
      id: crypto.randomUUID(),
      expires: 0,
      asked: {},
      answers: Object.fromEntries(this.#record.answers),
      onceValues: Object.fromEntries(this.#record.onceValues),
    };
    const second = new AskByReplay({ ...this.#parts, rehearse: undefined }, state);
    second.#onAsked = onAsked;
    return second;
  }

  /** Whether the handler repeats work of an earlier run: its notifications to the client have already been sent. */
  get isReplaying(): boolean {
    return this.#startedRecord !== undefined && this.#startedRecord.ahead.size > 0;
  }

  /**
   * @throws {TypeError} if the request cannot be answered with questions, or a function of `once` asks.
   * @throws {JsonRpcError} if the client has not declared a capability (-32021).
   * @throws {InvalidMessageError} if the params of a question are invalid.
   */
  async ask(questions: Questions, exchange: AskingExchange): Promise<Answers> {
    if (!this.#parts.mayAsk) {
      throw new TypeError(`${this.#parts.binding.method} cannot ask the client questions`);
    }
    if (this.#calling > 0) throw new TypeError(`${ASKED_IN_ONCE}. Ask outside of it`);
    const answers = await this.#awaited(this.#known(questions, exchange));
    return answers ?? new Promise(() => undefined);
  }

  /** Returns the answers to questions. If some are missing, has the handler suspended, and returns undefined. */
  async #known(questions: Questions, exchange: AskingExchange): Promise<Answers | undefined> {
    const answers: Record<string, unknown> = {};
    const missing = new Map<string, PendingQuestion>();
    for (const [key, { method, params, signal }] of Object.entries(questions)) {
      signal?.throwIfAborted();
      await checkQuestion(method, params, exchange.context);
      const own = await digest(canonicalJson([method, params ?? null]));
      const [known, answer] = this.#record.answers.get(key) ?? [];
      if (known === own) answers[key] = answer;
      else missing.set(key, { method, params, digest: own, changes: this.#changesOf(key, own) });
      this.#record.ahead.delete(key);
    }
    if (missing.size === 0) return answers;
    if (this.#record.asked.size === 0) after(1, () => void this.#suspend(exchange), { keepsAlive: true });
    for (const [key, asked] of missing) this.#record.asked.set(key, asked);
    return undefined;
  }

  /**
   * Counts a changed question: the handler needs a new answer for it.
   *
   * @throws {TypeError} if it changes too often: the question has a part that differs in each run.
   */
  #changesOf(key: string, digest: string): number {
    const [, before, changes = 0] = this.#record.ahead.get(key) ?? [];
    if (before === undefined || before === digest) return changes;
    if (changes < MAX_CHANGES) return changes + 1;
    throw new TypeError(
      `The question ${quote(key)} differs each time the handler runs. Wrap the part that differs, such as a time, in context.once`,
    );
  }

  async once(key: string, act: () => unknown): Promise<unknown> {
    const kept = this.#record.onceValues.get(key);
    if (kept !== undefined) return kept[0];
    return this.#awaited(this.#do(key, act));
  }

  async #do(key: string, act: () => unknown): Promise<unknown> {
    const value = copyOf(await this.#start(act));
    this.#record.onceValues.set(key, value === undefined ? [] : [value]);
    return value;
  }

  /** Returns a promise for which the handler is not suspended before it settles. */
  async #awaited<Value>(doing: Promise<Value>): Promise<Value> {
    const done = doing.catch(() => undefined);
    this.#record.doing.add(done);
    try {
      return await doing;
    } finally {
      this.#record.doing.delete(done);
    }
  }

  /** Calls a function of `once`, which may throw. */
  #start(act: () => unknown): Promise<unknown> {
    this.#calling++;
    try {
      return Promise.resolve(act());
    } finally {
      this.#calling--;
    }
  }

  /**
   * Waits for running functions of `once`, and for questions that are being prepared.
   *
   * @throws {TypeError} if that takes too long: a function may wait for an answer that cannot arrive before it ends.
   */
  async #done(): Promise<void> {
    const settled = async (): Promise<void> => {
      while (this.#record.doing.size > 0) await Promise.all(this.#record.doing);
    };
    const late = (): Error => new TypeError(`${ASKED_IN_ONCE}, or takes more than ${ONCE_TIMEOUT} ms`);
    await within(ONCE_TIMEOUT, settled(), late);
  }

  /** Answers the request with all pending questions. */
  async #suspend(exchange: AskingExchange): Promise<void> {
    const { sealer, binding } = this.#parts;
    try {
      if (this.#record.doing.size > 0) await this.#done();
      if (this.#onAsked !== undefined) {
        this.#onAsked(this.#record.asked);
        return;
      }
      if (this.#parts.rehearse !== undefined) {
        // The second run may wait for resources that the handler releases when it is aborted.
        exchange.abandon();
        await this.#parts.rehearse(this, this.#record.asked);
      }
      const asked = [...this.#record.asked];
      const requestState = await sealer.seal(
        {
          id: crypto.randomUUID(),
          expires: sealer.expires,
          asked: Object.fromEntries(
            asked.map(([key, { method, digest, changes }]) => [key, [method, digest, changes] as const]),
          ),
          answers: Object.fromEntries(this.#record.answers),
          onceValues: Object.fromEntries(this.#record.onceValues),
        },
        binding,
      );
      const inputRequests = Object.fromEntries(asked.map(([key, { method, params }]) => [key, { method, params }]));
      exchange.finish({ resultType: 'input_required', inputRequests, requestState });
    } catch (error) {
      exchange.fail(error);
    }
  }
}

/**
 * Opens the state in a request, and validates its answers.
 *
 * @throws {JsonRpcError} if the state belongs to another caller or request, or an answer is invalid (-32602).
 */
export async function reopen(
  parts: ReplayParts,
  params: { readonly requestState: string; readonly inputResponses?: unknown },
  questions: Profile['questions'],
): Promise<AskByReplay> {
  const { sealer, binding, onRefusedState } = parts;
  const state = await sealer.open(params.requestState, binding, sealer.passesForeign ? undefined : onRefusedState);
  if (state === undefined) {
    if (sealer.passesForeign) return new AskByReplay(parts);
    throw refusedParams('the requestState is not accepted: it was changed, has expired, or belongs to another request');
  }
  const responses = isObject(params.inputResponses) ? params.inputResponses : {};
  const answers = new Map<string, StoredAnswer>();
  for (const [key, [method, digest]] of Object.entries(state.asked)) {
    if (!Object.hasOwn(responses, key)) continue;
    const answer = responses[key];
    if (questions.get(method)?.entry.result(answer) !== true) {
      throw refusedParams(`the answer ${JSON.stringify(key)} in inputResponses is not a result of ${method}`);
    }
    answers.set(key, [digest, answer]);
  }
  return new AskByReplay(parts, state, answers);
}

async function checkQuestion(method: string, params: unknown, context: MessageContext): Promise<void> {
  const { profile, peer } = context;
  const question = profile.questions.get(method);
  if (question === undefined) throw unknownMethod('question', method, profile.revision);
  const { capability, params: guard, checkParams: check, paramsType: definition } = question.entry;
  if (capability !== undefined && !declares(peer.capabilities, capability)) throw missingCapability(capability);
  const fault = findFault({ method, name: 'params', value: params, guard, check, definition }, context);
  if (fault !== undefined) throw await fault;
}
