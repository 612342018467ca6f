/** A host, and servers in the same process. */

import { memoryPair, type RunningServer, type Transport } from '@mcp-gen/runtime';
import type { Server } from '@mcp-gen/sdk';
import { Host, type AuditRecord, type HostEvent, type HostOptions } from '@mcp-gen/sdk/host';
import { onTestFinished } from 'vitest';
import { relay } from '../../../sdk/src/testing/tap.js';
import { Mailbox } from '../../support/mailbox.js';

export interface OpenHost {
  readonly host: Host;
  readonly events: Mailbox<HostEvent>;
  readonly records: Mailbox<AuditRecord>;
  /** What the host reported, and for which server. */
  readonly errors: Mailbox<{ readonly error: unknown; readonly server: string | undefined }>;
}

/** Makes a host, closed when the test is over, that allows everything and keeps what it tells. */
export function makeHost(options: HostOptions): OpenHost {
  const events = new Mailbox<HostEvent>();
  const records = new Mailbox<AuditRecord>();
  const errors = new Mailbox<{ error: unknown; server: string | undefined }>();
  const host = new Host({
    consent: () => 'allow',
    reconnect: { delay: 1, attempts: 2 },
    onEvent: events.put,
    audit: records.put,
    onError: (error, server) => errors.put({ error, server }),
    ...options,
  });
  onTestFinished(() => host.close());
  return { host, events, records, errors };
}

/** As `makeHost`, with its servers started. */
export async function openHost(options: HostOptions): Promise<OpenHost> {
  const opened = makeHost(options);
  await opened.host.start();
  return opened;
}

/** A server of the sdk, with what ends the session that was opened last. While it is down, it cannot be reached. */
export function stoppable(server: Server) {
  let running: RunningServer | undefined;
  let isDown = false;
  return {
    connect: (): Transport => {
      if (isDown) throw new Error('The server is down');
      const [near, far] = memoryPair();
      running = server.serve({ transport: far });
      return near;
    },
    stop: async ({ down }: { readonly down: boolean }): Promise<void> => {
      isDown = down;
      await running?.close();
    },
  };
}

/** A transport to a server, with everything that is said on it. */
export function overheard(connect: () => Transport, said: string[]): () => Transport {
  return () => {
    const transport = connect();
    return {
      start: (receiver) =>
        transport.start(
          relay(receiver, (value) => {
            said.push(JSON.stringify(value));
            receiver.message(value);
          }),
        ),
      send: (message) => {
        said.push(JSON.stringify(message));
        return transport.send(message);
      },
      close: () => transport.close(),
    };
  };
}
