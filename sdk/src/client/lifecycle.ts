import type { ConnectionClosedError } from '@mcp-gen/runtime';
import { plainLine } from '../guard/index.js';
import { writeLog, type LoggerLike } from '../logger.js';
import type { ReconnectOptions } from './connection.js';
import type { PeerSession } from './described.js';

/** Characters of an error that are logged: it can contain what the server wrote. */
const LONGEST = 1_000;

/** Logs that a connection is open, and how it ends. */
export function logConnection(
  logger: LoggerLike | undefined,
  { peer, revision }: PeerSession,
  closed: Promise<ConnectionClosedError>,
): void {
  if (logger === undefined) return;
  const name = plainLine(peer.name);
  writeLog(logger, 'info', `Connected to ${name} ${plainLine(peer.version)}, revision ${revision}`);
  void closed.then(({ reason, message }) => {
    writeLog(
      logger,
      reason === 'closed' ? 'info' : 'warn',
      `Connection to ${name} closed: ${plainLine(message, LONGEST)}`,
    );
  });
}

/** Returns options of reconnecting that log when the connection is lost and restored, as well. */
export function logReconnecting(logger: LoggerLike | undefined, options: ReconnectOptions): ReconnectOptions {
  if (logger === undefined) return options;
  return {
    ...options,
    onLost: (reason) => {
      writeLog(logger, 'warn', `Connection lost: ${plainLine(reason.message, LONGEST)}`);
      options.onLost?.(reason);
    },
    onRestored: () => {
      writeLog(logger, 'info', 'Connection restored');
      options.onRestored?.();
    },
  };
}
