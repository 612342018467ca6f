/** What a hostile server sends: answers to the requests of a client, and messages of its own. */
import { mutate, mutateText, oddValue } from './mutate.mjs';
import { Random } from './random.mjs';
import { oneLine, toText } from './recipes.mjs';
import { make, makeCall, REVISION_WITHOUT_SESSIONS, sentBy, SESSION_REVISIONS } from './shapes.mjs';

const VERSION = { jsonrpc: '2.0' };

const CAPABILITIES = {
  tools: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  prompts: { listChanged: true },
  completions: {},
  logging: {},
};

/** Requests that a server without sessions may answer with questions. */
const MAY_NEED_INPUT = new Set(['tools/call', 'prompts/get', 'resources/read']);

/** Makes the messages of one server. Those that answer depend on the seed and on how many requests came before. */
export class HostileServer {
  #seed;
  #revision;
  #requests = 0;
  #id = 0;

  /** @param {{ seed: number, revision: string, opens: boolean }} round */
  constructor({ seed, revision, opens }) {
    this.#seed = seed;
    this.#revision = revision;
    this.opens = opens;
  }

  /** The method by which clients begin. */
  get #opening() {
    return this.#isStateless ? 'server/discover' : 'initialize';
  }

  get #isStateless() {
    return this.#revision === REVISION_WITHOUT_SESSIONS;
  }

  get revision() {
    return this.#revision;
  }

  /** Returns the texts that answer a request, in order; an empty list oneLine it without an answer. */
  answersTo({ id, method }) {
    const random = new Random(this.#seed + 7_919 * ++this.#requests);
    if (method === this.#opening && this.opens) return [toText({ ...VERSION, id, result: this.#introduction() })];
    const texts = [];
    if (random.chance(0.2)) texts.push(this.unasked(random));
    const answer = { ...VERSION, id, result: this.#resultOf(random, method) };
    const way = random.weighted([
      [50, 'valid'],
      [22, 'mutated'],
      [8, 'error'],
      [4, 'none'],
      [5, 'twice'],
      [4, 'otherId'],
      [3, 'garbage'],
    ]);
    if (way === 'mutated') texts.push(toText(mutate(random, answer)));
    else if (way === 'error') texts.push(toText({ ...VERSION, id, error: this.#error(random) }));
    else if (way === 'otherId') texts.push(toText({ ...answer, id: random.pick([id + 1, String(id), null, -1]) }));
    else if (way === 'garbage') texts.push(mutateText(random, toText(answer)));
    else if (way !== 'none') texts.push(toText(answer));
    if (way === 'twice') texts.push(toText(answer));
    if (random.chance(0.2)) texts.push(this.unasked(random));
    return texts.map(oneLine);
  }

  /** Returns the text of a message that answers nothing: a notification, a request, a batch, or garbage. */
  unasked(random) {
    const message = random.chance(0.06)
      ? Array.from({ length: random.below(5) }, () => this.#unasked(random))
      : this.#unasked(random);
    const text = toText(random.chance(0.25) ? mutate(random, message) : message);
    return oneLine(random.chance(0.04) ? mutateText(random, text) : text);
  }

  #unasked(random) {
    const revision = random.chance(0.8) ? this.#revision : random.pick(SESSION_REVISIONS);
    const { requests, notifications } = sentBy('server', revision);
    if (random.chance(0.15)) {
      const progressToken = random.chance(0.7) ? random.below(6) : oddValue(random);
      return { ...VERSION, method: 'notifications/progress', params: { progressToken, progress: random.below(9) } };
    }
    if (random.chance(0.15)) {
      const requestId = random.chance(0.5) ? `q${random.below(1 + this.#id)}` : random.below(6);
      return { ...VERSION, method: 'notifications/cancelled', params: { requestId } };
    }
    if (random.chance(0.5)) return { ...VERSION, ...makeCall(random, revision, random.pick(notifications)) };
    const id = random.chance(0.9) ? `q${++this.#id}` : random.pick([0, 1, 'q1', null, 1.5, '']);
    // A revision without sessions has no requests of servers.
    if (requests.length === 0) return { ...VERSION, id, method: random.pick(['roots/list', 'ping', 'x']) };
    return { ...VERSION, id, ...makeCall(random, revision, random.pick(requests)) };
  }

  #introduction() {
    if (this.#isStateless) {
      const hints = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
      return { ...hints, supportedVersions: [this.#revision], capabilities: CAPABILITIES };
    }
    return {
      protocolVersion: this.#revision,
      capabilities: CAPABILITIES,
      serverInfo: { name: 'hostile', version: '1.0.0' },
    };
  }

  #resultOf(random, method) {
    if (method === this.#opening)
      return random.chance(0.5) ? this.#introduction() : mutate(random, this.#introduction());
    const { requests } = sentBy('client', this.#revision);
    const definition = requests.find((name) => makeCall(random, this.#revision, name).method === method);
    const result = definition === undefined ? {} : resultNamed(random, this.#revision, definition);
    if (random.chance(0.6) && typeof result === 'object') delete result.nextCursor;
    if (!this.#isStateless || typeof result !== 'object') return result;
    if (random.chance(MAY_NEED_INPUT.has(method) ? 0.4 : 0.05))
      return make(random, this.#revision, 'InputRequiredResult');
    return random.chance(0.9) ? { ...result, resultType: 'complete' } : result;
  }

  #error(random) {
    return random.pick([
      { code: -32_603, message: 'no' },
      { code: -32_022, message: 'version', data: { supported: [this.#revision], requested: 'x' } },
      { code: -32_020, message: 'header' },
      { code: -32_042, message: 'visit', data: { elicitations: [] } },
      { code: 1.5, message: 7 },
      { code: -32_602, message: 'version', data: { supported: ['2024-11-05', 7], requested: 'x' } },
      oddValue(random),
    ]);
  }
}

function resultNamed(random, revision, request) {
  try {
    return make(random, revision, request.replace(/Request$/, 'Result')) ?? {};
  } catch {
    return {};
  }
}
