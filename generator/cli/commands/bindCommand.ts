import { Command } from 'commander';
import { argumentsOf, loadForwarded, storedHelp, type Forwarded } from '../forward.js';
import { exitCode, type Outcome, UsageError } from '../outcome.js';
import type { Terminal } from '../terminal.js';

/** The module of the package for this command. */
interface BindModule {
  readonly runBind: (args: readonly string[], terminal: Terminal) => Promise<Outcome>;
}

/** The command, and the package that implements it. */
export const BIND: Forwarded = {
  name: 'bind',
  package: '@mcp-gen/bind',
  entry: '@mcp-gen/bind',
  program: '@mcp-gen/bind',
};

/**
 * Forwards to @mcp-gen/bind, which parses the arguments itself.
 *
 * @param args all arguments of the command line
 */
export function bindCommand(args: readonly string[], terminal: Terminal, finish: (outcome: Outcome) => void): Command {
  return new Command('bind')
    .summary('generate typed bindings of a server, and review its contract')
    .description(
      'Generate typed bindings of a server, and store its reviewed contract. Needs the package @mcp-gen/bind.',
    )
    .argument('[arguments...]', '`mcp-gen bind --help` shows them')
    .helpOption(false)
    .allowUnknownOption()
    .action(async () => {
      const own = argumentsOf('bind', args);
      const help = storedHelp(BIND, own);
      finish(help === undefined ? await runBind(own, terminal) : { exitCode: exitCode.done, text: help });
    });
}

/**
 * Runs the command of the package.
 *
 * @param forwarded what errors name. Default: `mcp-gen bind`
 * @throws {UsageError} if the package is not installed, or the user made a mistake
 */
export async function runBind(
  args: readonly string[],
  terminal: Terminal,
  forwarded: Forwarded = BIND,
): Promise<Outcome> {
  const module = await loadForwarded<BindModule>(forwarded);
  try {
    return await module.runBind(args, terminal);
  } catch (error) {
    // Checked by name: the class belongs to the package, which may be installed twice.
    const isMistake = error instanceof Error && error.name === 'MistakeError';
    throw isMistake ? new UsageError(error.message, { cause: error }) : error;
  }
}
