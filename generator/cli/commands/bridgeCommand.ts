import { Command } from 'commander';
import { argumentsOf, loadForwarded, storedHelp, type Forwarded } from '../forward.js';
import { exitCode, type Outcome, UsageError } from '../outcome.js';

/** The module of the SDK for this command. */
interface BridgeModule {
  readonly runBridge: (args: readonly string[]) => Promise<0 | 1>;
}

const BRIDGE: Forwarded = {
  name: 'bridge',
  package: '@mcp-gen/sdk',
  entry: '@mcp-gen/sdk/bridge',
  program: '@mcp-gen/bridge',
};

/**
 * Forwards to the bridge of the SDK, which parses the arguments itself.
 *
 * @param args all arguments of the command line
 */
export function bridgeCommand(args: readonly string[], finish: (outcome: Outcome) => void): Command {
  return new Command('bridge')
    .summary('connect clients to servers of other revisions')
    .description('Connect a client of any revision to a server of any other revision. Needs the package @mcp-gen/sdk.')
    .argument('[arguments...]', '`mcp-gen bridge --help` shows them')
    .helpOption(false)
    .allowUnknownOption()
    .action(async () => {
      const own = argumentsOf('bridge', args);
      const help = storedHelp(BRIDGE, own);
      if (help !== undefined) return finish({ exitCode: exitCode.done, text: help });
      const { runBridge } = await loadForwarded<BridgeModule>(BRIDGE);
      try {
        const code = await runBridge(own);
        if (code !== 0) finish({ exitCode: exitCode.findings, text: '' });
      } catch (error) {
        throw isMistake(error) ? new UsageError(error.message, { cause: error }) : error;
      }
    });
}

/** Returns whether the arguments are invalid, or the port cannot be used. */
function isMistake(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { cause } = error;
  return error instanceof TypeError || (cause instanceof Error && 'syscall' in cause && cause.syscall === 'listen');
}
