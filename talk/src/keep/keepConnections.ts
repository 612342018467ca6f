/** The process that keeps connections: it runs the commands of a folder, and ends when nothing has used it for some time. */

import { chmod } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { after } from '@mcp-gen/runtime';
import { runTalk } from '../run.js';
import { painter, type Terminal } from '../terminal.js';
import { hear, tell, type Beginning, type FromCommand } from './channel.js';
import { Pool } from './pool.js';

/** Options of {@link keepConnections}. */
export interface KeepOptions {
  /** Milliseconds that a connection stays open without a command. */
  readonly idleTime: number;
  /** Milliseconds that the process waits for a command while it has no connection. */
  readonly lingerTime: number;
}

/**
 * Listens for commands. Resolves when no connection is left, and no command has come for some time.
 *
 * @param path of the socket
 * @throws the error of listening: `EADDRINUSE` if another process does.
 */
export async function keepConnections(path: string, { idleTime, lingerTime }: KeepOptions): Promise<void> {
  let running = 0;
  let stopTimer = (): void => undefined;
  const server = createServer();
  const lingerIfUnused = (): void => {
    stopTimer();
    if (running === 0 && pool.size === 0) stopTimer = after(lingerTime, () => server.close(), { keepsAlive: true });
  };
  const pool = new Pool(idleTime, lingerIfUnused);
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    stopTimer();
    running++;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    void runCommand(socket, pool).finally(() => {
      running--;
      lingerIfUnused();
    });
  });
  server.listen(path);
  await once(server, 'listening');
  await chmod(path, 0o600);
  // The commands that run are interrupted.
  const stop = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  process.once('SIGTERM', stop);
  lingerIfUnused();
  await once(server, 'close');
  process.off('SIGTERM', stop);
  stopTimer();
  await pool.close();
}

/** Runs one command line. Never rejects. */
async function runCommand(socket: Socket, pool: Pool): Promise<void> {
  const interrupted = new AbortController();
  socket.once('close', () => interrupted.abort(new DOMException('The command was ended', 'AbortError')));
  const given = await new Promise<Beginning | undefined>((resolve) => {
    socket.once('close', () => resolve(undefined));
    hear(socket, (message: FromCommand) => {
      if ('args' in message) resolve(message);
      else socket.emit('reply', message);
    });
  });
  if (given === undefined) return;
  const code = await runTalk(given.args, remoteTerminal(socket, given, interrupted.signal), interrupted.signal, pool);
  tell(socket, { exit: code });
  socket.end();
}

function remoteTerminal(
  socket: Socket,
  { isColored, canAsk, columns, images }: Beginning,
  signal: AbortSignal,
): Terminal {
  const reply = async (): Promise<FromCommand> => ((await once(socket, 'reply', { signal })) as [FromCommand])[0];
  return {
    print: (text) => tell(socket, { print: text }),
    note: (text) => tell(socket, { note: text }),
    status: (text) => tell(socket, { status: text }),
    paint: painter(isColored),
    columns,
    images,
    input: async () => {
      const answer = reply();
      tell(socket, { read: true });
      const message = await answer;
      return 'input' in message ? message.input : '';
    },
    ...(canAsk && {
      ask: async (question: string) => {
        const answer = reply();
        tell(socket, { ask: question });
        const message = await answer;
        return 'answer' in message ? message.answer : '';
      },
    }),
  };
}
