import { escapeHidden } from '../printable.js';
import { TALK_COMMANDS } from './commands/talkCommands.js';
import { describeFailure } from './describeFailure.js';
import { exitCode, type ExitCode } from './outcome.js';
import { runProgram } from './runProgram.js';
import { nonInteractive, type Terminal } from './terminal.js';

/**
 * Runs one command line, and prints its outcome or error. Never throws.
 *
 * @param args without `node` and the name of the script
 */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  // The arguments of some commands belong to other packages, and those after `--` to a server.
  const own = args.includes('--') ? args.slice(0, args.indexOf('--')) : args;
  const isForeign = args[0] === 'bridge' || TALK_COMMANDS.includes(args[0] ?? '');
  const json = !isForeign && own.includes('--json');
  try {
    const outcome = await runProgram(args, json ? quiet(terminal) : terminal).finally(terminal.progress?.end);
    if (outcome === undefined) return exitCode.done;
    if (json || outcome.text !== '')
      terminal.print(json ? escapeHidden(JSON.stringify(outcome.json, null, 2)) : outcome.text);
    return outcome.exitCode;
  } catch (error) {
    const failure = describeFailure(error, terminal.paint);
    if (json) terminal.print(escapeHidden(JSON.stringify(failure.json, null, 2)));
    terminal.note(failure.text);
    return failure.exitCode;
  }
}

// With `--json`, a program reads the object on standard output: print no progress, and ask no questions.
function quiet(terminal: Terminal): Terminal {
  return { ...nonInteractive(terminal), note: () => undefined };
}
