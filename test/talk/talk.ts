/** Runs command lines of `mcp-talk`: in this process, or as a program. */

import { join } from 'node:path';
import { runTalk, type Terminal } from '@mcp-gen/talk';
import { ROOT } from '../support/schemas.js';

/** The built program. */
export const PROGRAM: string = join(ROOT, 'talk/dist/bin.js');

/** What a command line has left behind. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command line in this process. */
export async function talk(
  args: readonly string[],
  terminal: Partial<Terminal> = {},
  signal?: AbortSignal,
): Promise<Ran> {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runTalk(
    args,
    {
      print: (text) => out.push(text),
      note: (text) => err.push(text),
      status: () => undefined,
      paint: (_style, text) => text,
      input: () => Promise.resolve(''),
      columns: undefined,
      ...terminal,
    },
    signal ?? new AbortController().signal,
  );
  return { code, out: out.join('\n'), err: err.join('\n') };
}
