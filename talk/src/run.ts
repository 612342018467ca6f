/** Runs one command line. */

import { Command, CommanderError } from 'commander';
import { printable } from '@mcp-gen/runtime';
import { LOGIN_FLAGS, type LoginSettings } from '@mcp-gen/sdk/bridge';
import { addBench } from './commands/bench.js';
import { addCall } from './commands/call.js';
import { addCheck } from './commands/check.js';
import type { AddCommand, Running } from './commands/command.js';
import { addComplete } from './commands/complete.js';
import { addCompletion } from './commands/completion.js';
import { addGenerateCli } from './commands/generateCli.js';
import { addInfo } from './commands/info.js';
import { addList } from './commands/list.js';
import { addLogin, addLogout } from './commands/login.js';
import { addPing } from './commands/ping.js';
import { addPrompt } from './commands/prompt.js';
import { addRead } from './commands/read.js';
import { addRecord } from './commands/record.js';
import { addReplay } from './commands/replay.js';
import { addServers } from './commands/servers.js';
import { addWatch } from './commands/watch.js';
import { LINE_COMMAND } from './completion/scripts.js';
import { OWN_CONNECTIONS, type Connections } from './connections.js';
import { ExitCode, failureText, MistakeError } from './failures.js';
import { VERSION } from './version.js';
import type { Terminal } from './terminal.js';

const COMMANDS: readonly AddCommand[] = [
  addList,
  addCall,
  addRead,
  addPrompt,
  addComplete,
  addWatch,
  addPing,
  addInfo,
  addServers,
  addRecord,
  addReplay,
  addLogin,
  addLogout,
  addCheck,
  addBench,
  addCompletion,
  addGenerateCli,
];

/** The commands whose words after -- are not a server. */
const OWN_WORDS = new Set(['record', LINE_COMMAND]);

/** What only a mistake of this program throws: those of the user are found where options are read. */
const DEFECTS = new Set(['TypeError', 'RangeError', 'ReferenceError']);

const HELP = `
A server is a URL, the name of a server in the configuration of a host on this machine (mcp-talk servers), a command line in quotes, or, after
--, a program with its arguments.

Examples:
  mcp-talk list "npx -y @modelcontextprotocol/server-everything"
  mcp-talk call weather forecast city=Rome days=3
  mcp-talk call https://mcp.example.com/mcp search --input '{"query":"books"}' --json
  mcp-talk info -- node server.js

Exit codes:
  0    done
  1    the tool failed
  2    invalid arguments
  3    the server cannot be reached, or refuses
  70   a defect of mcp-talk
  130  interrupted`;

/**
 * Runs one command line, and prints its result or error. Never rejects.
 *
 * @param args without \`node\` and the name of the script
 * @param signal aborted when the user interrupts
 * @param connections default: each command has its own
 */
export async function runTalk(
  args: readonly string[],
  terminal: Terminal,
  signal: AbortSignal,
  connections: Connections = OWN_CONNECTIONS,
): Promise<ExitCode> {
  const at = args.indexOf('--');
  const [own, words] = at < 0 ? [args, []] : [args.slice(0, at), args.slice(at + 1)];
  let code: ExitCode = ExitCode.done;
  const running: Running = { terminal, signal, words, connections };
  const program = new Command('mcp-talk')
    .description('Talk to any server of the Model Context Protocol: list, call, read, watch.')
    .version(VERSION)
    .addHelpText('after', HELP)
    .exitOverride()
    .configureOutput({ writeOut: (text) => terminal.print(text.trimEnd()), writeErr: () => undefined });
  for (const add of COMMANDS) {
    add(program, async (act) => {
      code = await act(running);
    });
  }
  for (const command of program.commands) {
    command
      .exitOverride()
      .configureOutput({ writeOut: (text) => terminal.print(text.trimEnd()), writeErr: () => undefined });
    let login: LoginSettings = {};
    command.setOptionValue('login', login);
    for (const { flag, apply } of LOGIN_FLAGS) {
      command.on(`option:${flag.slice(2)}`, (text: string | null) => {
        login = apply(login, text ?? '');
        command.setOptionValue('login', login);
      });
    }
  }
  try {
    // A server after -- takes the place of the first argument.
    const takesServer = words.length > 0 && own.length > 0 && !OWN_WORDS.has(own[0] ?? '');
    const given = takesServer ? [own[0] ?? '', words.join(' '), ...own.slice(1)] : own;
    if (given.length === 0) {
      terminal.print(`${program.helpInformation().trimEnd()}\n${HELP}`);
      return ExitCode.done;
    }
    await program.parseAsync(given, { from: 'user' });
    return code;
  } catch (error) {
    terminal.status('');
    return failed(error, terminal, signal);
  }
}

function failed(error: unknown, terminal: Terminal, signal: AbortSignal): ExitCode {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return ExitCode.done;
    terminal.note(`error: ${printable(error.message.replace(/^error: /, ''))}\nmcp-talk --help shows all commands.`);
    return ExitCode.mistake;
  }
  if (signal.aborted || (error instanceof Error && error.name === 'AbortError')) return ExitCode.interrupted;
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  if (error instanceof Error && 'server' in error && name === 'LoginRequiredError') {
    terminal.note(`error: ${printable(String(error.server))} requires a login. Run: mcp-talk login <server>`);
    return ExitCode.server;
  }
  if (error instanceof MistakeError || name === 'ConfigError') {
    terminal.note(`error: ${failureText(message)}`);
    return ExitCode.mistake;
  }
  if (DEFECTS.has(name)) {
    terminal.note(
      `${printable(stack ?? message)}\nerror: a defect of mcp-talk. Please report it with the lines above.`,
    );
    return ExitCode.defect;
  }
  terminal.note(`error: ${failureText(message)}`);
  return ExitCode.server;
}
