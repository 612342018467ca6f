import { notification, request, result, type Rule } from '../stage.js';

/** Rules for requests and related messages. */
export const REQUEST_RULES: readonly Rule[] = [
  {
    name: 'requests: many can be pending, and each receives its own answer, in any order',
    async check(stage) {
      await stage.open();
      const ids = Array.from({ length: 100 }, (_, n) => n);
      for (const id of ids) void stage.client.send(request(id, 'contract/echo'));
      const asked = new Set<unknown>();
      while (asked.size < ids.length) {
        const arrival = await stage.server.next(`request ${asked.size + 1} of ${ids.length}`);
        const id = arrival.kind === 'message' ? (arrival.value as { id?: unknown }).id : undefined;
        if (typeof id !== 'number' || asked.has(id)) {
          throw new Error(
            `The server must receive each of ${ids.length} requests once, but received twice: ${String(id)}`,
          );
        }
        asked.add(id);
      }
      for (const id of ids.toReversed()) void stage.server.send(result(id, { answers: id }));
      const missing = new Set(ids);
      while (missing.size > 0) {
        const arrival = await stage.client.next(`${missing.size} more of ${ids.length} answers`);
        const { id, result: value } = (arrival.kind === 'message' ? arrival.value : {}) as {
          id?: number;
          result?: { answers: number };
        };
        if (id === undefined || value?.answers !== id || !missing.delete(id)) {
          throw new Error(`The client received the answer ${JSON.stringify(value)} to request ${String(id)}`);
        }
      }
    },
  },
  {
    name: 'requests: they arrive in the order in which they were sent',
    needs: 'requestOrder',
    async check(stage) {
      await stage.open();
      const requests = Array.from({ length: 50 }, (_, id) => request(id, 'contract/echo'));
      for (const message of requests) void stage.client.send(message);
      await stage.server.expect(...requests);
      for (const { id } of requests) void stage.server.send(result(id, {}));
    },
  },
  {
    name: 'requests: related messages arrive before the answer',
    async check(stage) {
      await stage.open();
      const asked = request('asked', 'contract/echo');
      void stage.client.send(asked);
      await stage.server.expect(asked);
      const report = notification('contract/note', { text: 'on the way' });
      const answer = result('asked', { text: 'done' });
      void stage.server.send(report, { relatesTo: 'asked' });
      void stage.server.send(answer);
      await stage.client.expect(report, answer);
    },
  },
  {
    name: 'requests: the server can send requests, too, and receives answers',
    async check(stage) {
      await stage.open();
      const question = request('question', 'contract/question', { text: 'who?' });
      void stage.server.send(question);
      await stage.client.expect(question);
      const answer = result('question', { text: 'me' });
      void stage.client.send(answer);
      await stage.server.expect(answer);
    },
  },
];
