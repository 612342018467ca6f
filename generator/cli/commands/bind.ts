import { Command } from 'commander';
import { argumentsOf, loadForwarded } from '../forward.js';
import type { Outcome } from '../outcome.js';
import type { Terminal } from '../terminal.js';
import { UsageError } from '../usageError.js';

/** What the package has for this command. */
interface BindModule {
  readonly runBind: (args: readonly string[], terminal: Terminal) => Promise<Outcome>;
}

/**
 * Forwards to the package that binds servers, which reads the arguments itself.
 *
 * @param args all arguments of the command line
 */
export function bindCommand(args: readonly string[], terminal: Terminal, finish: (outcome: Outcome) => void): Command {
  return new Command('bind')
    .summary('write typed bindings of a server, and review it')
    .description('Write typed bindings of a server, and keep what was reviewed of it. Needs the package @mcp-gen/bind.')
    .argument('[arguments...]', '`mcp-gen bind --help` shows them')
    .helpOption(false)
    .allowUnknownOption()
    .action(async () => {
      finish(await runBind(argumentsOf('bind', args), terminal));
    });
}

/**
 * Runs the command of the package.
 *
 * @throws {UsageError} if the package is not installed, or for what the user can correct.
 */
export async function runBind(args: readonly string[], terminal: Terminal): Promise<Outcome> {
  const module = await loadForwarded<BindModule>({ name: 'bind', package: '@mcp-gen/bind', entry: '@mcp-gen/bind' });
  try {
    return await module.runBind(args, terminal);
  } catch (error) {
    // The class is that of the package, and there may be two of it.
    const isMistake = error instanceof Error && error.name === 'MistakeError';
    throw isMistake ? new UsageError(error.message, { cause: error }) : error;
  }
}
