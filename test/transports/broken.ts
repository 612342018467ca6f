/** Transports that are broken in one way each, and what the contract says of them. */

import { watch, type FSWatcher } from 'node:fs';
import { ConnectionClosedError, memoryPair, type Message, type Receiver, type Transport } from '@mcp-gen/runtime';
import type { TransportPair } from '@mcp-gen/runtime/testing';
import { onTestFinished } from 'vitest';
import { endless } from '../support/leftovers/endless.js';

/** A transport with a fault. */
export interface Broken {
  readonly fault: string;
  readonly makePair: () => TransportPair;
  /** The cases that must refuse it, by a part of their names, with what they must say. */
  readonly refusals: { readonly [name: string]: RegExp };
}

type Sent = Message | readonly Message[];
type Alter = (inner: Transport, side: 'client' | 'server') => Partial<Transport>;

export const LIMIT = 5_000;

/** A pair that does all that is right in memory, but for what is altered of each end. */
function altered(alter: Alter, more: Partial<TransportPair> = {}): TransportPair {
  const [client, server] = memoryPair();
  const end = (inner: Transport, side: 'client' | 'server'): Transport => ({
    start: (receiver) => inner.start(receiver),
    send: (message) => inner.send(message),
    close: () => inner.close(),
    ...alter(inner, side),
  });
  return { client: end(client, 'client'), server: end(server, 'server'), ...more };
}

/** A pair whose receivers hear something else. */
function heard(alter: (receiver: Receiver, inner: Transport) => Partial<Receiver>): TransportPair {
  return altered((inner) => ({ start: (receiver) => inner.start({ ...receiver, ...alter(receiver, inner) }) }));
}

/** A pair that sends something else. */
function said(say: (message: Sent, send: (message: Sent) => void, side: 'client' | 'server') => void): TransportPair {
  return altered((inner, side) => ({ send: (message) => say(message, (one) => void inner.send(one), side) }));
}

/** A pair whose server can be kept from reading. What the client sends meanwhile is up to `wait`. */
function stalled(wait: (queue: Sent[], message: Sent, released: Promise<void>) => void | Promise<void>): TransportPair {
  let queue: Sent[] | undefined;
  let released = Promise.resolve();
  let client: Transport | undefined;
  return altered(
    (inner, side) => {
      if (side === 'server') return {};
      client = inner;
      return { send: (message) => (queue === undefined ? inner.send(message) : wait(queue, message, released)) };
    },
    {
      stall() {
        let release!: () => void;
        released = new Promise((resolve) => (release = resolve));
        queue = [];
        return () => {
          for (const message of queue ?? []) void client?.send(message);
          queue = undefined;
          release();
        };
      },
    },
  );
}

const textOf = (message: Sent): string => JSON.stringify(message);
const parse = (text: string): Sent => JSON.parse(text) as Sent;
const isRequest = (message: Sent): boolean => 'method' in message && 'id' in message;
const methodOf = (message: Sent): string => ('method' in message ? message.method : '');

/** Pieces that text is sent in, each decoded alone. */
function decodeInPieces(text: string, size: number): string {
  const bytes = Buffer.from(text);
  let decoded = '';
  for (let at = 0; at < bytes.length; at += size) decoded += bytes.toString('utf8', at, at + size);
  return decoded;
}

export const BROKEN: readonly Broken[] = [
  {
    fault: 'starts as often as it is asked to',
    makePair: () => altered((inner) => ({ start: once((receiver) => inner.start(receiver)) })),
    refusals: { 'can be started only once': /second start of the client/ },
  },
  {
    fault: 'loses what arrives before it has been started',
    makePair: () => {
      let isStarted = false;
      return altered((inner, side) =>
        side === 'server'
          ? { start: (receiver) => ((isStarted = true), inner.start(receiver)) }
          : { send: (message) => (isStarted ? inner.send(message) : undefined) },
      );
    },
    refusals: { 'before the other end has started': /n: 0.*received nothing/ },
  },
  {
    fault: 'has messages overtake each other',
    makePair: () => {
      let count = 0;
      return said((message, send) => (++count % 5 === 0 ? void setTimeout(send, 5, message) : send(message)));
    },
    refusals: {
      'in order, once each': /The \w+ expected/,
      'they arrive in the order': /The \w+ expected/,
    },
  },
  {
    fault: 'sends everything twice once it is open',
    makePair: () =>
      said((message, send) => {
        send(message);
        if (methodOf(message) === 'contract/note') send(message);
      }),
    refusals: { 'in order, once each': /n: 1.*received.*n: 0/ },
  },
  {
    fault: 'sends a message again some time later',
    makePair: () =>
      said((message, send) => {
        send(message);
        if (textOf(message).includes('"n":49')) setTimeout(send, 5, message);
      }),
    refusals: { 'in order, once each': /n: 49.*after the last message/ },
  },
  {
    fault: 'hands messages on while they are being sent',
    makePair: () => {
      const receivers: { client?: Receiver; server?: Receiver } = {};
      return altered((inner, side) => ({
        start: (receiver) => ((receivers[side] = receiver), inner.start(receiver)),
        send: (message) => receivers[side === 'client' ? 'server' : 'client']?.message(message),
      }));
    },
    refusals: { 'no message arrives before it returns': /asynchronously/ },
  },
  {
    fault: 'takes line separators for the end of a message',
    makePair: () => said((message, send) => send(parse(textOf(message).replaceAll(/[\u2028\u2029]/g, '')))),
    refusals: { 'every character': /line separator/ },
  },
  {
    fault: 'replaces a surrogate without its pair',
    makePair: () => said((message, send) => send(parse(textOf(message).replaceAll('\\ud83d', '\ufffd')))),
    refusals: { 'every character': /lone half/ },
  },
  {
    fault: 'decodes each piece of a message alone',
    makePair: () => said((message, send) => send(parse(decodeInPieces(textOf(message), 1_001)))),
    refusals: { 'large messages': /\ufffd|The \w+ expected/ },
  },
  {
    fault: 'swallows what has no JSON form',
    makePair: () =>
      said((message, send) => {
        try {
          send(parse(textOf(message)));
        } catch {
          return;
        }
      }),
    refusals: { 'that is not JSON-serializable': /n: 1n.*received.*n: 2/ },
  },
  {
    fault: 'forgets answers when many wait',
    makePair: () => {
      let count = 0;
      return said((message, send) => {
        if (isRequest(message) || methodOf(message) !== '' || ++count < 80) send(message);
      });
    },
    refusals: { 'many can be pending': /of 100 answers/ },
  },
  {
    fault: 'keeps back what belongs to a request',
    makePair: () =>
      altered((inner) => ({
        send: (message, { relatesTo } = {}) =>
          relatesTo === undefined ? inner.send(message) : void setTimeout(() => void inner.send(message), 5),
      })),
    refusals: { 'related messages': /on the way.*received.*done/ },
  },
  {
    fault: 'carries no requests of the server',
    makePair: () =>
      said((message, send, side) => (side === 'server' && isRequest(message) ? undefined : send(message))),
    refusals: {
      'the server can send requests': /received nothing/,
      'it opens, both sides send requests': /contract\/ask/,
    },
  },
  {
    fault: 'never asks to wait',
    makePair: () => stalled((queue, message) => void queue.push(message)),
    refusals: { 'a sender must wait': /while nobody read/ },
  },
  {
    fault: 'asks to wait for ever',
    makePair: () =>
      stalled((queue, message) => {
        queue.push(message);
        return endless();
      }),
    refusals: { 'a sender must wait': /promise of send.*did not settle/i },
  },
  {
    fault: 'loses what is sent to an end that does not read',
    makePair: () => stalled((_queue, _message, released) => released),
    refusals: { 'a sender must wait': /n: 0.*received nothing/ },
  },
  {
    fault: 'takes batches apart',
    makePair: () =>
      said((message, send) => {
        for (const one of [message].flat()) send(one);
      }),
    refusals: { 'it arrives as one array': /The \w+ expected \[/ },
  },
  {
    fault: 'loses what is in the middle of a batch',
    makePair: () =>
      said((message, send) =>
        send(Array.isArray(message) ? message.filter((_, at) => at === 0 || at === message.length - 1) : message),
      ),
    refusals: { 'it arrives as one array': /The \w+ expected \[/ },
  },
  {
    fault: 'carries only the first answer to a batch',
    makePair: () =>
      said((message, send) =>
        send(Array.isArray(message) && !isRequest(message[0] as Sent) ? message.slice(0, 1) : message),
      ),
    refusals: { 'its requests are answered': /answers: 1.*received \[ \{[^}]*answers: 1 \} \} \]/ },
  },
  {
    fault: 'takes one byte less than it says',
    makePair: () => limited((message, send) => (textOf(message).length < LIMIT ? send(message) : undefined)),
    refusals: { 'exactly the maximum size': /received nothing/ },
  },
  {
    fault: 'drops what is too large without a word',
    makePair: () => limited((message, send) => (textOf(message).length <= LIMIT ? send(message) : undefined)),
    refusals: {
      'sender of a larger request': /limit of 5000 bytes.*nothing/,
      'a caller that waits for a larger answer': /limit of 5000 bytes.*nothing/,
      'a server that waits for a larger answer': /received nothing/,
    },
  },
  {
    fault: 'does not report invalid messages',
    makePair: () => altered(() => ({}), { garble: () => undefined }),
    refusals: {
      'an invalid message at the server': /either end to receive/,
      'an invalid message at the client': /either end to receive/,
    },
  },
  {
    fault: 'tells of its end twice',
    makePair: () =>
      heard((receiver) => ({
        closed(cause) {
          receiver.closed(cause);
          receiver.closed(cause);
        },
      })),
    refusals: {
      'messages of the client arrive first': /after the end/,
      'messages of the server arrive first': /after the end/,
    },
  },
  {
    fault: 'never tells of its end',
    makePair: () => heard(() => ({ closed: () => undefined })),
    refusals: {
      'messages of the client arrive first': /end of the connection, but received nothing/,
      'when the client closes': /handlers to be aborted/,
      'when the server closes': /closed.*was rejected with/,
    },
  },
  {
    fault: 'loses what it has not sent yet when it is closed',
    makePair: () =>
      altered((inner) => {
        let isOpen = true;
        return {
          send: (message) => void setTimeout(() => isOpen && void inner.send(message)),
          close: () => ((isOpen = false), inner.close()),
        };
      }),
    refusals: {
      'messages of the client arrive first': /n: 0.*received closed/,
      'messages of the server arrive first': /n: 0.*received closed/,
    },
  },
  {
    fault: 'hands on what arrives after it was closed',
    makePair: () => altered((inner) => ({ close: () => void setTimeout(() => void inner.close(), 20) })),
    refusals: { 'receives nothing more': /although it had closed/ },
  },
  {
    fault: 'throws when it is closed again',
    makePair: () => {
      return altered((inner) => {
        let isClosed = false;
        return {
          close() {
            if (isClosed) throw new Error('closed twice');
            isClosed = true;
            return inner.close();
          },
        };
      });
    },
    refusals: { 'a second call': /closed twice/ },
  },
  {
    fault: 'tells its own side that it has closed',
    makePair: () => {
      return altered((inner) => {
        let receiver: Receiver | undefined;
        return {
          start: (given) => ((receiver = given), inner.start(given)),
          close() {
            receiver?.closed(new ConnectionClosedError('closed', 'by this side'));
            receiver = undefined;
            return inner.close();
          },
        };
      });
    },
    refusals: { 'both ends may close at once': /by this side.*although it had closed/ },
  },
  {
    fault: 'cannot be closed before it has been started',
    makePair: () =>
      altered((inner) => {
        let isStarted = false;
        return {
          start: (receiver) => ((isStarted = true), inner.start(receiver)),
          close() {
            if (!isStarted) throw new Error('not started');
            return inner.close();
          },
        };
      }),
    refusals: { 'never started': /not started/ },
  },
  {
    fault: 'throws at what is sent after it was closed',
    makePair: () =>
      altered((inner) => {
        let isClosed = false;
        return {
          send(message) {
            if (isClosed) throw new Error('closed already');
            return inner.send(message);
          },
          close: () => ((isClosed = true), inner.close()),
        };
      }),
    refusals: { 'later messages are dropped': /closed already/ },
  },
  {
    fault: 'hands back what is sent after it was closed',
    makePair: () =>
      altered((inner) => {
        let receiver: Receiver | undefined;
        let isClosed = false;
        return {
          start: (given) => ((receiver = given), inner.start(given)),
          send: (message) => (isClosed ? receiver?.message(message) : inner.send(message)),
          close: () => ((isClosed = true), inner.close()),
        };
      }),
    refusals: { 'later messages are dropped': /although it had closed/ },
  },
  {
    fault: 'never comes to an end of closing',
    makePair: () => altered((inner) => ({ close: () => (void inner.close(), endless()) })),
    refusals: { 'both ends may close at once': /close of the .* did not settle/ },
  },
  {
    fault: 'does not carry notifications of what is cancelled',
    makePair: () =>
      said((message, send) => (methodOf(message) === 'notifications/cancelled' ? undefined : send(message))),
    refusals: { 'that is cancelled ends on both sides': /handler to be aborted/ },
  },
  {
    fault: 'leaves timers behind',
    makePair: () => {
      const timers: NodeJS.Timeout[] = [];
      onTestFinished(() => timers.forEach(clearInterval));
      return altered((inner) => ({
        start: (receiver) => {
          // More than can end meanwhile of other tests.
          for (let count = 0; count < 50; count++) timers.push(setInterval(() => undefined, 1_000));
          return inner.start(receiver);
        },
      }));
    },
    refusals: { 'no resource keeps the process alive': /Timeout/ },
  },
  {
    fault: 'leaves a watcher behind',
    makePair: () => {
      const watchers: FSWatcher[] = [];
      const pair = altered((inner, side) => ({
        // Of one kind, and only once: none of that kind is there before.
        start: (receiver) => {
          if (side === 'client') watchers.push(watch(import.meta.dirname));
          return inner.start(receiver);
        },
      }));
      onTestFinished(() => watchers.forEach((watcher) => watcher.close()));
      return pair;
    },
    refusals: { 'no resource keeps the process alive': /FSEvent/ },
  },
];

function limited(say: Parameters<typeof said>[0]): TransportPair {
  return { ...said(say), messageLimit: LIMIT };
}

/** Swallows the error of a second call. */
function once(start: Transport['start']): Transport['start'] {
  let isStarted = false;
  return (receiver) => {
    if (isStarted) return;
    isStarted = true;
    return start(receiver);
  };
}
