import { Command, CommanderError } from 'commander';
import type { Extension } from '../read/extension.js';
import { generatorFolder, readManifest } from '../scaffold/packages.js';
import { chooseRevisions } from './chooseRevisions.js';
import { adoptCommand } from './commands/adoptCommand.js';
import { bindCommand } from './commands/bindCommand.js';
import { bridgeCommand } from './commands/bridgeCommand.js';
import { casesCommand } from './commands/casesCommand.js';
import { diffCommand } from './commands/diffCommand.js';
import { explainCommand } from './commands/explainCommand.js';
import { generateCommand } from './commands/generateCommand.js';
import { lintCommand } from './commands/lintCommand.js';
import { modelCommand } from './commands/modelCommand.js';
import { pullCommand } from './commands/pullCommand.js';
import { scaffoldCommand } from './commands/scaffoldCommand.js';
import { schemaCommand } from './commands/schemaCommand.js';
import { TALK_HELP, talkCommands } from './commands/talkCommands.js';
import { updateCommand } from './commands/updateCommand.js';
import { validateCommand } from './commands/validateCommand.js';
import { applyConfig } from './config.js';
import { EXIT_CODE_HELP, type Outcome, UsageError } from './outcome.js';
import { applyProjectSchemas } from './projectSchemas.js';
import type { Terminal } from './terminal.js';

/**
 * Parses a command line and runs its command.
 *
 * @returns undefined if help or the version was requested, which is then already printed
 * @throws {UsageError} if the arguments are invalid
 */
export async function runProgram(given: readonly string[], terminal: Terminal): Promise<Outcome | undefined> {
  // So that commands of other packages, which print their help themselves, have it for both.
  const args = given[0] === 'help' && given.length > 1 ? [...given.slice(1), '--help'] : given;
  let outcome: Outcome | undefined;
  const finish = (result: Outcome): void => {
    outcome = result;
  };
  const program = new Command('mcp-gen')
    .description('The protocol compiler for the Model Context Protocol.')
    .version(readManifest(generatorFolder).version)
    .addCommand(generateCommand(terminal, finish))
    .addCommand(schemaCommand(terminal, finish))
    .addCommand(modelCommand(terminal, finish))
    .addCommand(validateCommand(terminal, finish))
    .addCommand(casesCommand(terminal, finish))
    .addCommand(diffCommand(terminal, finish))
    .addCommand(lintCommand(terminal, finish))
    .addCommand(explainCommand(terminal, finish))
    .addCommand(adoptCommand(terminal, finish))
    .addCommand(pullCommand(terminal, finish))
    .addCommand(scaffoldCommand(terminal, finish))
    .addCommand(updateCommand(terminal, finish))
    .addCommand(bridgeCommand(args, finish))
    .addCommand(bindCommand(args, terminal, finish))
    .addHelpText('after', TALK_HELP);
  for (const command of talkCommands(args, finish)) program.addCommand(command, { hidden: true });
  program.hook('preAction', async (_, command) => {
    checkValues(command);
    await applyConfig(command);
    applyProjectSchemas(command, terminal);
    await checkExtensions(command);
  });
  configure(program, program.name(), terminal);
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
  }
  return outcome;
}

// Errors are thrown, to be printed like all others. Printing help or the version is not an error.
function configure(command: Command, path: string, terminal: Terminal): void {
  const writeOut = (text: string): void => {
    terminal.print(text.trimEnd());
  };
  command
    .exitOverride((error) => {
      throw error.exitCode === 0 ? error : wrongArguments(error, command, path);
    })
    .configureOutput({ writeOut, writeErr: () => undefined })
    .addHelpText('after', EXIT_CODE_HELP);
  for (const subcommand of command.commands) configure(subcommand, `${path} ${subcommand.name()}`, terminal);
}

function wrongArguments({ code, message }: CommanderError, command: Command, path: string): UsageError {
  if (code === 'commander.help') return new UsageError(`Missing command.\n\n${command.helpInformation().trimEnd()}`);
  return new UsageError(`${message.replace(/^error: /, '')}\nFor usage, run \`${path} --help\`.`);
}

/** @throws {UsageError} if the value of an option is empty: a shell passes that for a variable that is not set */
function checkValues(command: Command): void {
  const empty = command.options.find((option) => command.getOptionValue(option.attributeName()) === '');
  if (empty !== undefined) throw new UsageError(`The value of ${empty.long} must not be empty.`);
}

/**
 * Checks that the schema folder has the revisions that extensions are limited to. An extension for another revision would be ignored.
 *
 * @throws {UsageError} with the missing revisions
 */
async function checkExtensions(command: Command): Promise<void> {
  const { extension = [], schema } = command.opts<{ extension?: readonly Extension[]; schema?: string }>();
  for (const { file, revisions } of extension) {
    if (revisions === undefined || schema === undefined) continue;
    if (revisions.length === 0)
      throw new UsageError(`No revisions given for the extension ${file}. Expected <revision,...>=<file>.`);
    await chooseRevisions(revisions, schema);
  }
}
