import { Argument } from 'commander';
import { candidatesFor } from '../completion/candidates.js';
import { beginNameCache } from '../completion/nameCache.js';
import { completionScript, LINE_COMMAND, SHELLS, type Shell } from '../completion/scripts.js';
import { quoted, typedWords } from '../completion/typedWords.js';
import { ExitCode } from '../failures.js';
import type { AddCommand, Running } from './command.js';

/** `completion`: prints the script with which a shell completes the arguments of this program. */
export const addCompletion: AddCommand = (program, run) => {
  const shell = (): Argument => new Argument('<shell>', 'the shell').choices(SHELLS);
  program
    .command('completion')
    .summary('print the completion script of a shell')
    .description(
      'Print the script with which a shell completes commands, options, names of servers, and names of tools, resources, prompts, and arguments. ' +
        'It has a comment on how to install it. Servers are neither started nor asked: their names are those of the last list or call.',
    )
    .addArgument(shell())
    .action((name: Shell) =>
      run(({ terminal }) => {
        terminal.print(completionScript(name));
        return Promise.resolve(ExitCode.done);
      }),
    );
  program
    .command(LINE_COMMAND, { hidden: true })
    .addArgument(shell())
    .action((name: Shell) => run((running) => completeLine(name, running)));

  async function completeLine(name: Shell, { terminal, words }: Running): Promise<ExitCode> {
    await beginNameCache().catch(() => undefined);
    // For bash and fish, the words are the line, and for bash also the part of its last word that is replaced: of city=Rome, it is Rome.
    const [line = '', replaced = ''] = words;
    const typed = name === 'zsh' ? words.map((text) => ({ raw: text, text, quote: '' })) : typedWords(line);
    const { raw, text, quote } = typed.at(-1) ?? { raw: '', text: '', quote: '' };
    const start = typed.findIndex((each) => /(?:^|[\\/])mcp-talk(?:\.\w+)?$/.test(each.text));
    const before = typed.slice(start + 1, -1).map((each) => each.text);
    const found = await candidatesFor(program, before, text);
    if (found === 'files') return ExitCode.failed;
    const kept = typedWords(raw.slice(0, raw.length - replaced.length)).at(-1)?.text ?? '';
    const lines = found.flatMap(({ name: candidate, about }) => {
      if (name !== 'bash') return [`${candidate}\t${about}`];
      const rest = quoted(candidate.slice(kept.length), quote);
      if (rest === undefined) return [];
      return [candidate.endsWith('=') || quote !== '' ? rest : `${rest} `];
    });
    if (lines.length > 0) terminal.print(lines.join('\n'));
    return ExitCode.done;
  }
};
