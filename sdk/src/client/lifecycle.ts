import type { ConnectionClosedError } from '@mcp-gen/runtime';
import { plainLine } from '../guard/index.js';
import { writeLog, type LoggerLike } from '../logger.js';
import type { ReconnectOptions } from './connection.js';
import type { PeerSession } from './peerSession.js';

/** Maximum characters of an error in the log: it can contain text of the server. */
const MAX_LENGTH = 1_000;

/** Logs when a connection is opened, and how it ends. */
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
      `Connection to ${name} closed: ${plainLine(message, MAX_LENGTH)}`,
    );
  });
}

/** Returns reconnect options that also log when the connection is lost and restored. */
export function logReconnecting(logger: LoggerLike | undefined, options: ReconnectOptions): ReconnectOptions {
  if (logger === undefined) return options;
  return {
    ...options,
    onLost: (reason) => {
      writeLog(logger, 'warn', `Connection lost: ${plainLine(reason.message, MAX_LENGTH)}`);
      options.onLost?.(reason);
    },
    onRestored: () => {
      writeLog(logger, 'info', 'Connection restored');
      options.onRestored?.();
    },
  };
}
