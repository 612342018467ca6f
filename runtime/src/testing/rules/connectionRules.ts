import type { End } from '../end.js';
import { notes, type Rule, type Stage } from '../stage.js';

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

/** Rules for the end of a connection. */
export const CLOSING_RULES: readonly Rule[] = [
  {
    name: 'close: messages of the client arrive first, then the end of the connection, once',
    async check(stage) {
      await stage.open();
      await closeBehindMessages(stage.client, stage.server);
    },
  },
  {
    name: 'close: messages of the server arrive first, then the end of the connection, once',
    needs: 'serverClose',
    async check(stage) {
      await stage.open();
      await exchangeNote(stage);
      await closeBehindMessages(stage.server, stage.client);
    },
  },
  {
    name: 'close: an end that has closed receives nothing more',
    async check(stage) {
      await stage.open();
      await exchangeNote(stage);
      const closed = stage.client.close();
      for (const message of notes(3)) void stage.server.send(message);
      await closed;
      await stage.server.close();
      await stage.client.expectQuiet('although it had closed');
    },
  },
  {
    name: 'close: a second call is not an error, during the first or later',
    async check(stage) {
      await stage.open();
      for (const end of [stage.client, stage.server]) {
        await Promise.all([end.close(), end.close()]);
        await end.close();
      }
    },
  },
  {
    name: 'close: both ends may close at once',
    async check(stage) {
      await stage.open();
      await Promise.all([stage.client.close(), stage.server.close()]);
      await stage.client.expectQuiet('although it had closed');
      await stage.server.expectQuiet('although it had closed');
    },
  },
  {
    name: 'close: a transport that was never started can be closed',
    async check({ client, server }) {
      await Promise.all([client.close(), server.close()]);
    },
  },
  {
    name: 'close: later messages are dropped, without an error',
    async check(stage) {
      await stage.open();
      await stage.client.close();
      await stage.server.expectEnd();
      for (const message of notes(3)) void stage.client.send(message);
      await stage.server.expectQuiet('although the client had closed');
      await stage.client.expectQuiet('although it had closed');
    },
  },
];

/** Sends a message in both directions, so that the channel for messages is open. */
async function exchangeNote({ client, server }: Stage): Promise<void> {
  const messages = notes(1);
  for (const message of messages) {
    void client.send(message);
    void server.send(message);
  }
  await server.expect(...messages);
  await client.expect(...messages);
}

async function closeBehindMessages(from: End, to: End): Promise<void> {
  const messages = notes(20, 'x'.repeat(500));
  for (const message of messages) void from.send(message);
  const closed = from.close();
  await to.expect(...messages);
  await to.expectEnd();
  await to.expectQuiet('after the end of the connection');
  await to.close();
  await closed;
  await to.expectQuiet('although it had closed');
  await from.expectQuiet('although it had closed');
}
