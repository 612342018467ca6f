import { SHARED_OPTIONS, type ClientOptions, type SharedOptions } from '../client/options.js';
import { defined } from '../properties.js';
import { untrustedText } from '../guard/index.js';
import type { RootInput } from '../client/roots.js';
import { answersFor } from './answers.js';
import type { ServerTarget } from './config.js';
import type { Consents } from './consent.js';
import type { HostEvent } from './events.js';
import type { HostOptions } from './hostOptions.js';
import type { LossListener } from '../translator.js';

/** Without `logger`: the host writes the logs of its servers, with their names. */
const SHARED = (Object.keys(SHARED_OPTIONS) as (keyof SharedOptions)[]).filter((name) => name !== 'logger');

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
  const { trusted = [], onDeprecated } = options;
  return {
    name: 'mcp-gen host',
    ...sharedOptions(options),
    ...answersFor(server, options, consents, roots),
    trusted: trusted.includes(server),
    onLoss,
    onLog: (entry) => emit({ type: 'log', server, entry }),
    ...(onDeprecated && {
      onDeprecated(deprecation) {
        if (deprecated.has(deprecation.method)) return;
        deprecated.add(deprecation.method);
        onDeprecated(deprecation, server);
      },
    }),
    ...(kind === 'command' && {
      stderr: 'pipe',
      onStderr: (text: string) => emit({ type: 'stderr', server, text: untrustedText(text) }),
    }),
  };
}

/** Returns the options that a client has with the same meaning. */
function sharedOptions(options: HostOptions): SharedOptions {
  return defined(Object.fromEntries(SHARED.map((name) => [name, options[name]])));
}
