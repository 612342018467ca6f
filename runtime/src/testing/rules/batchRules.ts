import { notes, request, result, type Rule } from '../stage.js';

/** Rules for batches. */
export const BATCH_RULES: readonly Rule[] = [
  {
    name: 'batch: it arrives as one array, in the order of sending',
    needs: 'batches',
    async check(stage) {
      await stage.open();
      const [before, after, ...batch] = notes(5);
      if (before === undefined || after === undefined) return;
      for (const [from, to] of stage.directions) {
        for (const message of [before, batch, after]) void from.send(message);
        await to.expect(before, batch, after);
      }
    },
  },
  {
    name: 'batch: its requests are answered, together or one by one',
    needs: 'batches',
    async check(stage) {
      await stage.open();
      const batch = [1, 2, 3].map((id) => request(id, 'contract/echo'));
      void stage.client.send(batch);
      await stage.server.expect(batch);
      const answers = batch.map(({ id }) => result(id, { answers: id }));
      void stage.server.send(answers);
      const arrival = await stage.client.next('the answers to a batch');
      // A stream of events has one event for each answer.
      const isTogether = arrival.kind === 'message' && Array.isArray(arrival.value);
      stage.client.putBack(arrival);
      await stage.client.expect(...(isTogether ? [answers] : answers));
    },
  },
];
