/** Clients over a pair of transports in memory, and the program as their server: one with sessions, or one without. */
import { memoryPair } from '@mcp-gen/runtime';
import { driveClient, serverSteps } from '../client.mjs';
import { Expectations, readText } from '../expectations.mjs';
import { HostileServer } from '../hostile.mjs';
import { Random } from '../random.mjs';
import { REVISION_WITHOUT_SESSIONS, SESSION_REVISIONS } from '../shapes.mjs';

export const memoryClient = clientOf('memory-client', SESSION_REVISIONS);

export const aloneMemoryClient = clientOf('alone-memory-client', [REVISION_WITHOUT_SESSIONS]);

/** @param revisions those that the server has */
function clientOf(name, revisions) {
  return { name, make: (random) => serverSteps(random, revisions, 40 + random.below(300)), run };
}

async function run(round, probe) {
  const [near, far] = memoryPair();
  const server = new HostileServer(round);
  const expectations = new Expectations();
  const isAlone = round.revision === REVISION_WITHOUT_SESSIONS;
  let isClosed = false;
  const send = (text) => {
    const message = probe.own(() => readText(text));
    if (isClosed || message === undefined || message.isText) return;
    probe.note(text);
    far.send(message.value);
    expectations.sent(message);
  };
  far.start({
    message(message) {
      expectations.received(message);
      for (const one of Array.isArray(message) ? message : [message]) {
        if (one.method === undefined || one.id === undefined) continue;
        const answers = probe.own(() => server.answersTo(one));
        // A batch is refused as a whole as long as the session is not open.
        const opens = one.method === 'initialize' && probe.own(() => answers.some(isIntroduction));
        if (opens) expectations.open(server.revision);
        answers.forEach(send);
      }
    },
    malformed() {},
    failed() {},
    ended() {},
    closed() {
      isClosed = true;
    },
  });
  const isOpen = await driveClient(
    round,
    {
      probe,
      say: (seed) => send(probe.own(() => server.unasked(new Random(seed)))),
      // Without sessions, a server may not ask, and is not answered.
      beforeClose: () => probe.until(() => isClosed || isAlone || expectations.met),
    },
    near,
  );
  expectations.abandoned = !isOpen || isClosed || isAlone;
  isClosed = true;
  far.close();
  for (const problem of expectations.problems()) probe.fail(problem);
}

/** Whether a text answers `initialize` with a revision. */
function isIntroduction(text) {
  return typeof readText(text)?.value?.result?.protocolVersion === 'string';
}
