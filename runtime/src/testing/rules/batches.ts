import { notes, request, result, type Rule } from '../stage.js';

/** How several messages travel as one. */
export const BATCH_RULES: readonly Rule[] = [
  {
    name: 'batch: it arrives as one array, between what was sent before and after it',
    needs: 'batches',
    async check(stage) {
      await stage.open();
      const [before, after, ...batch] = notes(5);
      if (before === undefined || after === undefined) return;
      for (const [from, to] of [
        [stage.client, stage.server],
        [stage.server, stage.client],
      ] as const) {
        for (const message of [before, batch, after]) void from.say(message);
        await to.expect(before, batch, after);
      }
    },
  },
  {
    name: 'batch: its requests are answered together',
    needs: 'batches',
    async check(stage) {
      await stage.open();
      const batch = [1, 2, 3].map((id) => request(id, 'contract/echo'));
      void stage.client.say(batch);
      await stage.server.expect(batch);
      const answers = batch.map(({ id }) => result(id, { answers: id }));
      void stage.server.say(answers);
      await stage.client.expect(answers);
    },
  },
];
