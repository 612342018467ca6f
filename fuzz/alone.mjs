/** Requests that stand alone (2026-07-28): what a hostile client of such a server sends, and what the server may send to it. */
import { Expectations, keyOf, readText } from './expectations.mjs';
import { mutate, mutateText, oddValue } from './mutate.mjs';
import { toText } from './recipes.mjs';
import { TOOLS } from './server.mjs';
import { makeCall, sentBy } from './shapes.mjs';

export const REVISION = '2026-07-28';

const PREFIX = 'io.modelcontextprotocol/';
const CAPABILITIES = { roots: {}, sampling: {}, elicitation: {} };
const LISTEN = 'subscriptions/listen';

/** Answers to all questions of the server, by method. */
const RESULTS = {
  'sampling/createMessage': { role: 'assistant', content: { type: 'text', text: 'It.' }, model: 'fuzz' },
  'elicitation/create': { action: 'accept', content: { room: 'attic' } },
  'roots/list': { roots: [{ uri: 'file:///a' }] },
};

/** How a client answers a result that asks. */
const ANSWERS = ['valid', 'valid', 'misshapen', 'other', 'state', 'twice', 'none'];

function metaOf(random) {
  return {
    [`${PREFIX}protocolVersion`]: random.chance(0.95) ? REVISION : random.pick(['2025-11-25', '', 7]),
    [`${PREFIX}clientCapabilities`]: random.chance(0.9) ? CAPABILITIES : random.pick([{}, [], undefined]),
    ...(random.chance(0.3) && { [`${PREFIX}logLevel`]: random.pick(['debug', 'error', 'x']) }),
    ...(random.chance(0.3) && { progressToken: random.pick(['a', 'b', 0]) }),
  };
}

/** A request that every server of the revision answers with a result. */
export function discover(id) {
  const meta = { [`${PREFIX}protocolVersion`]: REVISION, [`${PREFIX}clientCapabilities`]: {} };
  return { jsonrpc: '2.0', id, method: 'server/discover', params: { _meta: meta } };
}

/** Makes messages of a client: mostly requests, some of them changed. */
export function nextMessage(random, ids) {
  const id = random.chance(0.9) ? ids.length + 1 : random.pick([...ids.slice(-4), '0', -1, 1.5, null, {}]);
  ids.push(id);
  const message = validMessage(random, id, ids);
  return random.chance(0.25) ? mutate(random, message) : message;
}

function validMessage(random, id, ids) {
  if (random.chance(0.1)) {
    const requestId = random.chance(0.9) ? random.pick(ids.slice(-8)) : oddValue(random);
    return { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } };
  }
  const _meta = metaOf(random);
  if (random.chance(0.5)) {
    const given = random.chance(0.2) ? { given: oddValue(random) } : {};
    const params = { name: random.pick(TOOLS), arguments: given, _meta };
    return { jsonrpc: '2.0', id, method: 'tools/call', params };
  }
  const { method, params } = makeCall(random, REVISION, random.pick(sentBy('client', REVISION).requests));
  return { jsonrpc: '2.0', id, method, params: { ...params, _meta } };
}

/** Makes a round for a server over a connection. */
export function aloneSteps(random, count) {
  const ids = [];
  const steps = Array.from({ length: count }, () => {
    if (random.chance(0.15)) return { wait: 1 + random.below(4) };
    const message = nextMessage(random, ids);
    return random.chance(0.06) ? { text: mutateText(random, toText(message)) } : { message };
  });
  return { steps, answers: Array.from({ length: 4 }, () => random.pick(ANSWERS)) };
}

/** The texts of the requests that repeat one which was answered with questions. */
export function repeated(...given) {
  try {
    return repeatedRequests(...given).map(toText);
  } catch (error) {
    // It is nested more deeply than this program can write it again.
    if (error instanceof RangeError) return [];
    throw error;
  }
}

function repeatedRequests(request, { inputRequests = {}, requestState }, way, id) {
  const inputResponses = Object.fromEntries(
    Object.entries(inputRequests).map(([key, { method }]) => [
      key,
      way === 'misshapen' ? { roots: 7 } : RESULTS[method],
    ]),
  );
  const params = { ...request.params, inputResponses, ...(requestState !== undefined && { requestState }) };
  const again = { ...request, id: `${id} again`, params };
  switch (way) {
    case 'none':
      return [];
    case 'other':
      return [{ ...again, params: { ...params, arguments: { changed: true } } }];
    case 'state':
      return [{ ...again, params: { ...params, requestState: `${String(requestState).slice(0, -4)}AAAA` } }];
    case 'twice':
      return [again, { ...again, id: `${id} once more` }];
    default:
      return [again];
  }
}

/** Returns what is wrong with a message of the server; undefined if nothing is. */
export function problemOf(message) {
  if (message.method !== undefined) {
    return message.id === undefined ? undefined : `the server sent the request ${message.method}`;
  }
  if (message.result === undefined || typeof message.result.resultType === 'string') return undefined;
  return `the result of id ${keyOf(message.id)} has no resultType`;
}

/**
 * Plays the client of one connection to a server without sessions.
 *
 * @param open see `drive`
 */
export async function driveAlone(round, { probe, release, limit }, open) {
  const expectations = new Expectations();
  const requests = new Map();
  const streams = new Set();
  let asked = 0;
  let waiting = 0;
  let isClosed = false;
  const send = (text) => {
    if (isClosed) return;
    const message = probe.own(() => readText(text, limit));
    probe.note(text);
    if (channel.send(text, message) === false || message === undefined) return;
    expectations.sent(message);
    const { value } = message;
    if (keyOf(value?.id) === undefined || typeof value.method !== 'string') return;
    requests.set(value.id, value);
    if (value.method === LISTEN) streams.add(value.id);
  };
  const say = (message) => send(probe.own(() => toText(message)));
  const receive = (message) => {
    probe.own(() => expectations.received(message));
    const problem = problemOf(message);
    if (problem !== undefined) probe.fail(problem);
    const request = requests.get(message.id);
    if (message.result?.resultType !== 'input_required' || request === undefined || asked > 40) return;
    const way = round.answers[asked++ % round.answers.length];
    waiting++;
    setImmediate(() => {
      waiting--;
      repeated(request, message.result, way, message.id).forEach(send);
    });
  };
  const closed = () => {
    if (!isClosed) probe.fail('the server closed the connection');
    isClosed = true;
  };
  const channel = open(receive, closed);
  for (const step of round.steps) {
    if ('wait' in step) for (let left = step.wait; left > 0; left--) await probe.turn();
    else if ('text' in step) send(step.text);
    else say(step.message);
  }
  await probe.turn();
  say(discover('last'));
  const finish = () => {
    release();
    // A stream lasts until it is cancelled.
    for (const requestId of streams) {
      streams.delete(requestId);
      say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });
    }
    return waiting === 0 && expectations.met;
  };
  await probe.until(finish);
  for (let left = 3; left > 0; left--) await probe.turn();
  release();
  isClosed = true;
  await channel.close();
  for (const problem of expectations.problems()) probe.fail(problem);
}
