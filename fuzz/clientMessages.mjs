/** What a hostile client sends: steps of a round, made from the shapes of all revisions. */
import { mutate, mutateText, oddValue } from './mutate.mjs';
import { toText } from './recipes.mjs';
import { TOOLS } from './server.mjs';
import { make, makeCall, REVISIONS, sentBy, SESSION_REVISIONS } from './shapes.mjs';

const VERSION = { jsonrpc: '2.0' };
const CAPABILITIES = { roots: { listChanged: true }, sampling: {}, elicitation: {} };
const ODD_IDS = [0, -1, '', '0', '\u2028"\\', '__proto__', 2 ** 53 - 1, 2 ** 53, 1.5, null, {}, [], true];

/** How the client answers what the server asks. */
export const ANSWERS = ['valid', 'valid', 'error', 'misshapen', 'twice', 'none', 'late', 'otherId'];

/** The first request of a client. */
export function initialize(revision, id = 'open') {
  const clientInfo = { name: 'fuzz', version: '1.0.0' };
  const params = { protocolVersion: revision, capabilities: CAPABILITIES, clientInfo };
  return { ...VERSION, id, method: 'initialize', params };
}

export const INITIALIZED = { ...VERSION, method: 'notifications/initialized' };

/** Makes messages of a client, which refer to each other by their ids. */
export class ClientMessages {
  #random;
  #revision;
  #ids = [];

  constructor(random, revision) {
    this.#random = random;
    this.#revision = revision;
  }

  /** Returns one message or batch: valid, or changed in some place. */
  next() {
    const random = this.#random;
    const message = this.#valid();
    return random.chance(0.25) ? mutate(random, message) : message;
  }

  /** Returns the text of one message, which may be broken. */
  nextText() {
    return mutateText(this.#random, toText(this.next()));
  }

  #valid() {
    const random = this.#random;
    const kind = random.weighted([
      [30, 'request'],
      [35, 'call'],
      [8, 'notification'],
      [6, 'response'],
      [9, 'cancel'],
      [3, 'progress'],
      [6, 'batch'],
      [2, 'initialize'],
    ]);
    return this.#make(kind);
  }

  #make(kind) {
    const random = this.#random;
    switch (kind) {
      case 'call':
        return { ...VERSION, id: this.#id(), method: 'tools/call', params: this.#callParams() };
      case 'notification': {
        const revision = random.pick(SESSION_REVISIONS);
        return { ...VERSION, ...makeCall(random, revision, random.pick(sentBy('client', revision).notifications)) };
      }
      case 'response': {
        const revision = random.pick(SESSION_REVISIONS);
        const id = random.chance(0.5) ? random.below(5) : this.#id();
        if (random.chance(0.3)) return { ...VERSION, id, error: { code: -1, message: 'no' } };
        return { ...VERSION, id, result: make(random, revision, random.pick(sentBy('client', revision).results)) };
      }
      case 'cancel': {
        const requestId = random.chance(0.8) ? this.#earlierId() : oddValue(random);
        return { ...VERSION, method: 'notifications/cancelled', params: { requestId, reason: 'no more' } };
      }
      case 'progress': {
        const progressToken = random.chance(0.5) ? random.below(5) : oddValue(random);
        return { ...VERSION, method: 'notifications/progress', params: { progressToken, progress: random.below(10) } };
      }
      case 'batch':
        return Array.from({ length: random.below(random.chance(0.1) ? 120 : 6) }, () => {
          const one = random.chance(0.1) ? mutate(random, this.#make('call')) : this.#make(random.pick(BATCHED));
          return one;
        });
      case 'initialize':
        return initialize(random.pick(REVISIONS), random.chance(0.5) ? 'open' : this.#id());
      default: {
        const revision = random.chance(0.7) ? this.#revision : random.pick(REVISIONS);
        const definition = random.pick(sentBy('client', revision).requests);
        return { ...VERSION, id: this.#id(), ...this.#known(makeCall(random, revision, definition)) };
      }
    }
  }

  #callParams() {
    const random = this.#random;
    const params = { name: random.pick(TOOLS), arguments: random.chance(0.3) ? { given: oddValue(random) } : {} };
    if (random.chance(0.3)) params._meta = { progressToken: random.chance(0.8) ? random.below(3) : oddValue(random) };
    return params;
  }

  /** Replaces names that the server does not have by those that it has, most of the time. */
  #known(call) {
    const random = this.#random;
    const { method, params } = call;
    if (params === undefined || random.chance(0.3)) return call;
    if (method === 'tools/call') params.name = random.pick(TOOLS);
    if (method === 'prompts/get') Object.assign(params, { name: 'tidy', arguments: { room: 'attic' } });
    if (method.startsWith('resources/') && 'uri' in params) {
      params.uri = random.pick(['note:///kitchen', 'file:///a/../b', 'file:///%2e%2e', 'FILE:///x']);
    }
    if (method === 'completion/complete') params.ref = { type: 'ref/prompt', name: 'tidy' };
    return call;
  }

  #id() {
    const random = this.#random;
    const id = random.weighted([
      [80, this.#ids.length + 1],
      [8, `s${this.#ids.length}`],
      [8, this.#earlierId()],
      [4, random.pick(ODD_IDS)],
    ]);
    this.#ids.push(id);
    return id;
  }

  #earlierId() {
    return this.#ids.length === 0 ? 1 : this.#random.pick(this.#ids.slice(-8));
  }
}

const BATCHED = ['request', 'call', 'call', 'notification', 'cancel', 'response'];

/** Makes the steps of a round: `{ message }`, `{ text }`, `{ wait }` (turns of the event loop), and `{ close }`. */
export function clientSteps(random, count) {
  const revision = random.pick(SESSION_REVISIONS);
  const messages = new ClientMessages(random, revision);
  const steps = [];
  if (random.chance(0.9)) steps.push({ message: initialize(revision) });
  if (random.chance(0.5)) steps.push({ wait: 3 });
  if (random.chance(0.9)) steps.push({ message: INITIALIZED });
  while (steps.length < count) {
    if (random.chance(0.15)) steps.push({ wait: 1 + random.below(4) });
    else if (random.chance(0.08)) steps.push({ text: messages.nextText() });
    else steps.push({ message: messages.next() });
  }
  if (random.chance(0.05)) steps.push({ close: true });
  return { steps, answers: Array.from({ length: 4 }, () => random.pick(ANSWERS)) };
}
