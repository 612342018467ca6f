/** Plays the client of one connection: sends the steps of a round, answers what the server asks, and compares what comes back. */
import { INITIALIZED, initialize } from './clientMessages.mjs';
import { Expectations, readText } from './expectations.mjs';
import { toText } from './recipes.mjs';

const REFUSED = { code: -1, message: 'refused' };

const RESULTS = {
  'sampling/createMessage': { role: 'assistant', content: { type: 'text', text: 'It.' }, model: 'fuzz' },
  'elicitation/create': { action: 'accept', content: { room: 'attic' } },
  'roots/list': { roots: [{ uri: 'file:///a' }] },
};

/** The messages that answer a request of the server, in one of the ways of `ANSWERS`. */
export function answersTo({ id, method }, way) {
  const answer = { jsonrpc: '2.0', id, result: RESULTS[method] ?? {} };
  switch (way) {
    case 'error':
      return [{ jsonrpc: '2.0', id, error: REFUSED }];
    case 'misshapen':
      return [{ jsonrpc: '2.0', id, result: { roots: 7, content: [], action: 'perhaps' } }];
    case 'twice':
      return [answer, answer];
    case 'none':
    case 'late':
      return [];
    case 'otherId':
      return [
        { ...answer, id: String(id) },
        { ...answer, id: 12_345 },
      ];
    default:
      return [answer];
  }
}

/**
 * @param {{ steps: object[], answers: string[] }} round
 * @param {{ probe: import('./probe.mjs').Probe, release: () => void, limit?: number }} context
 *   `limit`: the bytes that one message may have
 * @param open connects: `(receive, closed) => ({ send(text, message), close() })`; `send` returns false for what it cannot send
 */
export async function drive(round, { probe, release, limit }, open) {
  const expectations = new Expectations();
  const unanswered = new Map();
  let asked = 0;
  let isEnding = false;
  let isClosed = false;
  const send = (text) => {
    if (isClosed) return;
    const message = probe.own(() => readText(text, limit));
    probe.note(text);
    if (channel.send(text, message) !== false && message !== undefined) expectations.sent(message);
  };
  const say = (message) => send(probe.own(() => toText(message)));
  const receive = (message) => {
    probe.own(() => expectations.received(message));
    for (const one of Array.isArray(message) ? message : [message]) {
      if (typeof one?.method !== 'string' || one.id === undefined) continue;
      const way = isEnding ? 'error' : round.answers[asked++ % round.answers.length];
      if (way === 'late') unanswered.set(one.id, one);
      else if (way === 'valid' || way === 'twice' || way === 'error') unanswered.delete(one.id);
      else unanswered.set(one.id, one);
      setImmediate(() => answersTo(one, way).forEach(say));
    }
  };
  const closed = () => {
    if (!isClosed && !isEnding) probe.fail('the server closed the connection');
    isClosed = true;
  };
  const channel = open(receive, closed);
  for (const step of round.steps) {
    if ('wait' in step) for (let left = step.wait; left > 0; left--) await probe.turn();
    else if ('close' in step) {
      expectations.abandoned = true;
      isEnding = true;
      break;
    } else if ('text' in step) send(step.text);
    else say(step.message);
  }
  await probe.turn();
  if (!expectations.abandoned) {
    // A server that survived takes requests, whatever came before.
    say(initialize('2025-11-25', 'last open'));
    say(INITIALIZED);
    say({ jsonrpc: '2.0', id: 'last', method: 'ping' });
    isEnding = true;
    const finish = () => {
      release();
      for (const [id, { method }] of unanswered) {
        unanswered.delete(id);
        say({ jsonrpc: '2.0', id, result: RESULTS[method] ?? {} });
      }
      return expectations.met;
    };
    await probe.until(finish);
    // Answers that nobody expects may come behind those that are expected.
    for (let left = 3; left > 0; left--) await probe.turn();
  }
  release();
  isClosed = true;
  await channel.close();
  for (const problem of expectations.problems()) probe.fail(problem);
}
