// Where the time of calls goes: the share of each package in what the profiler of V8 samples.
import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';

/** Microseconds between two samples. */
const INTERVAL = 100;

/** What a sample is in, by the first pattern that matches the URL of its script, or the name of its function. */
const PARTS = [
  ['V8: collecting garbage', /^\(garbage collector\)/],
  ['waiting', /^\(idle\)/],
  ['V8: the rest, such as JSON and promises', /^\(|^$/],
  ['Node.js', /^node:/],
  ['generated', /\/generated\/|\/dist\/20\d\d-/],
  ['runtime', /\/runtime\//],
  ['sdk', /\/sdk\//],
  ['the program itself', /./],
];

/**
 * Returns the shares of a function's run in percent, by part.
 *
 * @param run calls until it is told to stop
 * @param seconds how long it runs before the profile begins, and while it lasts
 */
export async function profile(run, seconds = 3) {
  let isDone = false;
  const running = run(() => isDone);
  await wait(seconds);
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: INTERVAL });
  await session.post('Profiler.start');
  await wait(seconds);
  const { profile: found } = await session.post('Profiler.stop');
  session.disconnect();
  isDone = true;
  await running;
  return sharesOf(found);
}

function sharesOf({ nodes, samples }) {
  const parts = new Map(nodes.map(({ id, callFrame }) => [id, partOf(callFrame)]));
  const counts = new Map(PARTS.map(([part]) => [part, 0]));
  for (const id of samples) counts.set(parts.get(id), counts.get(parts.get(id)) + 1);
  const busy = samples.length - counts.get('waiting');
  counts.delete('waiting');
  return new Map([...counts].map(([part, count]) => [part, (100 * count) / busy]));
}

function partOf({ url, functionName }) {
  const place = url === '' ? (functionName.startsWith('(') ? functionName : '') : url;
  const path = place.startsWith('file:') ? fileURLToPath(place) : place;
  return PARTS.find(([, pattern]) => pattern.test(path))[0];
}

function wait(seconds) {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
}
