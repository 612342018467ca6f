import type { ClientOptions } from '../client/options.js';
import { peerText } from '../guard/index.js';
import type { RootInput } from '../client/roots.js';
import { answersFor } from './answers.js';
import type { ServerTarget } from './config.js';
import type { Consents } from './consent.js';
import type { HostEvent } from './events.js';
import type { HostOptions } from './options.js';
import type { LossListener } from '../translator.js';

/** Options shared by the clients of one host. */
export interface Shared {
  readonly options: HostOptions;
  readonly consents: Consents;
  readonly emit: (event: HostEvent) => void;
}

/**
 * Returns the options of the client of one server.
 *
 * @param roots the current roots
 * @param onLoss called with what is lost
 * @param deprecated the methods that `onDeprecated` was called with
 */
export function clientOptions(
  server: string,
  { kind }: ServerTarget,
  { options, consents, emit }: Shared,
  roots: readonly RootInput[] | undefined,
  onLoss: LossListener,
  deprecated: Set<string>,
): ClientOptions {
  const {
    name = 'mcp-gen host',
    version,
    revisions,
    timeout,
    ping,
    logLevel,
    ledger,
    capabilities,
    trusted = [],
    onDeprecated,
  } = options;
  return {
    ...answersFor(server, options, consents, roots),
    name,
    trusted: trusted.includes(server),
    onLoss,
    onLog: (entry) => emit({ type: 'log', server, entry }),
    ...(version !== undefined && { version }),
    ...(revisions && { revisions }),
    ...(timeout !== undefined && { timeout }),
    ...(ping && { ping }),
    ...(logLevel && { logLevel }),
    ...(ledger && { ledger }),
    ...(capabilities && { capabilities }),
    ...(onDeprecated && {
      onDeprecated(deprecation) {
        if (deprecated.has(deprecation.method)) return;
        deprecated.add(deprecation.method);
        onDeprecated(deprecation, server);
      },
    }),
    ...(kind === 'command' && {
      stderr: 'pipe',
      onStderr: (text: string) => emit({ type: 'stderr', server, text: peerText(text) }),
    }),
  };
}
