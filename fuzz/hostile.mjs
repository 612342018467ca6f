/** What a hostile server sends: answers to the requests of a client, and messages of its own. */
import { mutate, mutateText, oddValue } from './mutate.mjs';
import { Random } from './random.mjs';
import { oneLine, toText } from './recipes.mjs';
import { make, makeCall, sentBy, SESSION_REVISIONS } from './shapes.mjs';

const VERSION = { jsonrpc: '2.0' };

const CAPABILITIES = {
  tools: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  prompts: { listChanged: true },
  completions: {},
  logging: {},
};

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

  get revision() {
    return this.#revision;
  }

  /** Returns the texts that answer a request, in order; an empty list oneLine it without an answer. */
  answersTo({ id, method }) {
    const random = new Random(this.#seed + 7_919 * ++this.#requests);
    if (method === 'initialize' && this.opens) return [toText({ ...VERSION, id, result: this.#introduction() })];
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
    return { ...VERSION, id, ...makeCall(random, revision, random.pick(requests)) };
  }

  #introduction() {
    return {
      protocolVersion: this.#revision,
      capabilities: CAPABILITIES,
      serverInfo: { name: 'hostile', version: '1.0.0' },
    };
  }

  #resultOf(random, method) {
    if (method === 'initialize')
      return random.chance(0.5) ? this.#introduction() : mutate(random, this.#introduction());
    const { requests } = sentBy('client', this.#revision);
    const definition = requests.find((name) => makeCall(random, this.#revision, name).method === method);
    const result = definition === undefined ? {} : resultNamed(random, this.#revision, definition);
    if (random.chance(0.6) && typeof result === 'object') delete result.nextCursor;
    return result;
  }

  #error(random) {
    return random.pick([
      { code: -32_603, message: 'no' },
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
