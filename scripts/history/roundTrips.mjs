// Sends each new message of a revision from one side to the other, by nothing but the generated tables.
import { isDeepStrictEqual } from 'node:util';
import { connectSession, memoryPair, serve } from '@mcp-gen/runtime';
import { INFO, Values } from './values.mjs';

/** The first request in revisions without sessions. The runtime answers it. */
const DISCOVER = 'server/discover';

/** How many values of each message are sent. */
const ROUNDS = 3;

/** Milliseconds to wait for a message. */
export const PATIENCE = 2_000;

/**
 * Returns the messages that a protocol has and the one before it, if there is one, does not have: requests, requests inside results, and notifications, each once
 * for each sender. Those that the runtime handles itself are left out; every connection begins with them.
 */
export function newMessages(before, after) {
  const known = new Set(before === undefined ? [] : messagesOf(before).map(({ id }) => id));
  return messagesOf(after).filter(({ id, method, lifecycle }) => !known.has(id) && !lifecycle && method !== DISCOVER);
}

function messagesOf({ requests, embedded, notifications }) {
  const kinds = { request: requests, question: embedded, notification: notifications };
  return Object.entries(kinds).flatMap(([kind, messages]) =>
    messages.flatMap(({ method, senders, lifecycle, params, results = [], filter }) =>
      senders.map((sender) => {
        const types = { params: params.type, result: results[0] };
        return { id: `${kind} ${method} from the ${sender}`, kind, method, sender, types, lifecycle, filter };
      }),
    ),
  );
}

/**
 * Sends messages between a server and a client of the runtime, over memory.
 *
 * @param revision the generated tables
 * @param sampleOf returns a value of a definition, each time another one
 * @returns the messages, each with the `problem` that kept it from arriving unchanged; undefined if it arrived
 */
export async function sendByRuntime(revision, messages, sampleOf) {
  const trips = new RuntimeTrips(revision, sampleOf);
  return sendEach(messages, (message) => trips.send(message));
}

/** Sends each message several times. Returns the messages, each with its first problem. */
export async function sendEach(messages, send) {
  const sent = [];
  for (const { id, ...message } of messages) {
    let problem;
    try {
      for (let round = 0; round < ROUNDS && problem === undefined; round++) problem = await send(message);
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
    }
    sent.push({ id, problem: problem?.split('\n', 1)[0] });
  }
  return sent;
}

class RuntimeTrips {
  #revision;
  #values;

  constructor(revision, sampleOf) {
    this.#revision = revision;
    this.#values = new Values(revision, sampleOf);
  }

  /** Sends a message once, and returns what went wrong. */
  send(message) {
    const { kind, sender } = message;
    const entry = this.#values.entryOf(message);
    const params = this.#values.params(message.types.params, entry);
    if (kind === 'notification') return this.#notify(message, entry, params);
    const result = this.#values.result(message.types.result, entry);
    return sender === 'client'
      ? this.#request(message, entry, params, result)
      : this.#ask(message, entry, params, result);
  }

  async #request({ method }, entry, params, result) {
    const { handlers, received } = recorder(entry, result);
    const answer = await this.#converse(handlers, {}, (session) => session.request(method, params));
    return differenceOf('params', received(), params) ?? differenceOf('result', answer, result);
  }

  /** Sends a request of a server while it handles one of the client: in revisions without sessions there is no other way. */
  async #ask({ method }, entry, params, result) {
    const { handlers, received } = recorder(entry, result);
    let answer;
    await this.#carry(async (context) => (answer = await context.ask('asked', { method, params })), handlers);
    return differenceOf('params', received(), params) ?? differenceOf('result', answer, result);
  }

  async #notify({ method, sender }, entry, params) {
    const { handlers, received, arrived } = recorder(entry);
    const capabilities = entry.capability === undefined ? {} : capabilityAt(entry.capability);
    if (sender === 'client') {
      await this.#converse(
        handlers,
        {},
        async (session) => {
          await session.notify(method, params);
          await arrived;
        },
        { client: capabilities },
      );
    } else {
      const act = async (context) => {
        await context.notify(method, params);
        await arrived;
      };
      await this.#carry(act, handlers, { server: capabilities });
    }
    return differenceOf('params', received(), params);
  }

  /** Calls a function in the handler of a request of the client. */
  #carry(act, clientHandlers, capabilities) {
    const { requests } = this.#revision.server;
    const usable = Object.entries(requests).filter(([method, entry]) => !entry.lifecycle && method !== DISCOVER);
    const [method, entry] = usable.find(([, { asks }]) => asks) ?? usable[0] ?? [];
    if (entry === undefined) throw new Error('The client has no request during which the server could send a message');
    const params = this.#values.params(entry.paramsType, entry);
    const result = this.#values.result(entry.resultType, entry);
    const handle = async (_, context) => {
      await act(context);
      return result;
    };
    return this.#converse(
      { [entry.name]: handle },
      clientHandlers,
      (session) => session.request(method, params),
      capabilities,
    );
  }

  async #converse(serverHandlers, clientHandlers, act, { server = {}, client = {} } = {}) {
    const revisions = [this.#revision];
    const [near, far] = memoryPair().map(overJson);
    const errors = [];
    const options = { revisions, requestTimeout: PATIENCE, onError: (error) => errors.push(error) };
    const running = serve(serverHandlers, { ...options, transport: far, serverInfo: INFO, capabilities: server });
    try {
      const session = await connectSession(near, {
        ...options,
        clientInfo: INFO,
        handlers: clientHandlers,
        capabilities: client,
      });
      try {
        return await within(PATIENCE, act(session));
      } finally {
        await session.close();
      }
    } catch (error) {
      // The other side only learns that there was an internal error.
      throw errors[0] ?? error;
    } finally {
      await running.close();
    }
  }
}

/** Returns a transport that sends copies: a message that arrives as the same object is always equal. */
function overJson(transport) {
  return {
    start: (receiver) => transport.start(receiver),
    send: (message) => transport.send(JSON.parse(JSON.stringify(message))),
    close: () => transport.close(),
  };
}

/** Returns a handler of a message that keeps the params, and returns a result. */
function recorder({ name }, result) {
  let received;
  let arrive;
  const arrived = new Promise((resolve) => (arrive = resolve));
  const handle = (params) => {
    received = params;
    arrive();
    return result;
  };
  return { handlers: { [name]: handle }, received: () => received, arrived };
}

/**
 * Returns a declaration of the capability at a path: `tools.listChanged` is a flag, and `extensions.com.example/ui` an object. The identifier of an
 * extension is one name.
 */
export function capabilityAt(path) {
  const [, place, identifier] = /^(extensions|experimental)\.(.+)$/.exec(path) ?? [];
  if (place !== undefined) return { [place]: { [identifier]: {} } };
  const [name, ...rest] = path.split('.');
  if (rest.length === 0) return { [name]: {} };
  const inner = rest.reduceRight((value, key) => ({ [key]: value }), true);
  return { [name]: inner };
}

/** Returns the first property of what was sent that arrived with another value. The runtime adds properties, also in `_meta`. */
export function differenceOf(part, arrived, sent) {
  if (arrived === undefined) return `The ${part} did not arrive`;
  const names = Object.keys(sent).filter((name) => name !== '_meta');
  const name = names.find((name) => !isDeepStrictEqual(arrived[name], sent[name]));
  return name === undefined ? undefined : `${name} of the ${part} arrived with another value`;
}

/** Returns the value of a promise; rejects if that takes too long. */
export async function within(milliseconds, promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('The message did not arrive')), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
