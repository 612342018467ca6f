import { notes, type Rule } from '../stage.js';

/** Rules for the start of a connection. */
export const STARTING_RULES: readonly Rule[] = [
  {
    name: 'start: a transport can be started only once',
    async check(stage) {
      await stage.open();
      for (const { name, transport, receiver } of [stage.client, stage.server]) {
        const again = async (): Promise<void> => transport.start(receiver);
        if (await isRefused(again())) continue;
        throw new Error(`a second start of the ${name}'s transport succeeded: it must throw`);
      }
    },
  },
  {
    name: 'start: messages that are sent before the other end has started are delivered later',
    needs: 'early',
    async check({ client, server }) {
      const messages = notes(3);
      await client.start();
      for (const message of messages) void client.send(message);
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
