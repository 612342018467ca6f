import { notes, type Rule } from '../stage.js';

/** How a connection begins. */
export const STARTING_RULES: readonly Rule[] = [
  {
    name: 'start: a transport is started once',
    async check(stage) {
      await stage.open();
      for (const { name, transport, receiver } of [stage.client, stage.server]) {
        const again = async (): Promise<void> => transport.start(receiver);
        if (await isRefused(again())) continue;
        throw new Error(`start of the ${name}'s transport went through a second time: it should throw`);
      }
    },
  },
  {
    name: 'start: what is sent before the other end has started is kept for it',
    needs: 'early',
    async check({ client, server }) {
      const messages = notes(3);
      await client.start();
      for (const message of messages) void client.say(message);
      await client.expectQuiet('before the other end had started');
      await server.start();
      await server.expect(...messages);
    },
  },
];

async function isRefused(promise: Promise<unknown>): Promise<boolean> {
  return promise.then(
    () => false,
    () => true,
  );
}
