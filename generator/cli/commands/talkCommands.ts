import { Command } from 'commander';
import { argumentsOf, loadForwarded, storedHelp, type Forwarded } from '../forward.js';
import { exitCode, type ExitCode, type Outcome } from '../outcome.js';

/** The module of the package for these commands. */
interface TalkModule {
  readonly main: (args: readonly string[]) => Promise<ExitCode>;
}

/** The commands that talk to servers, in the order of the help. */
export const TALK_COMMANDS: readonly string[] = [
  ...['list', 'call', 'read', 'prompt', 'complete', 'watch', 'ping', 'info'],
  ...['servers', 'login', 'logout', 'record', 'replay', 'check', 'bench', 'generate-cli', 'completion'],
];

/** The section of the help about them. */
export const TALK_HELP = `
Commands that talk to servers (mcp-gen <command> --help), of the package @mcp-gen/talk:
  ${TALK_COMMANDS.slice(0, 8).join(', ')},
  ${TALK_COMMANDS.slice(8).join(', ')}`;

/**
 * Forwards to @mcp-gen/talk, which parses the arguments itself, and prints everything.
 *
 * @param args all arguments of the command line
 */
export function talkCommands(args: readonly string[], finish: (outcome: Outcome) => void): readonly Command[] {
  return TALK_COMMANDS.map((name) =>
    new Command(name)
      .argument('[arguments...]')
      .helpOption(false)
      .allowUnknownOption()
      .action(async () => {
        const forwarded: Forwarded = {
          name: 'talk',
          command: `mcp-gen ${name}`,
          package: '@mcp-gen/talk',
          entry: '@mcp-gen/talk/main',
          program: `@mcp-gen/talk ${name}`,
        };
        const own = argumentsOf(name, args);
        const help = storedHelp(forwarded, own);
        if (help !== undefined) return finish({ exitCode: exitCode.done, text: help });
        const { main } = await loadForwarded<TalkModule>(forwarded);
        finish({ exitCode: await main([name, ...own]), text: '' });
      }),
  );
}
