/** Lists, reads and searches files in the roots that its client offers, and nowhere else. `node server.ts` serves over stdio. */

import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Server, ToolError, type Context } from '@mcp-gen/sdk';
import { z } from 'zod';

/** The largest file that is read, in bytes. */
const MAX_BYTES = 1_000_000;

const annotations = { readOnlyHint: true };
const path = z.string().describe('Absolute, or relative to the first root');
const folder = path.default('.');

const server = new Server({ name: 'files', version: '1.0.0' });

server.tool(
  'list',
  { description: 'Names what is in a folder', input: z.object({ folder }), annotations },
  ({ folder }, context) =>
    inRoots(folder, context, async (real) => {
      const entries = await readdir(real, { withFileTypes: true });
      return entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).join('\n');
    }),
);

server.tool('read', { description: 'Reads a text file', input: z.object({ path }), annotations }, ({ path }, context) =>
  inRoots(path, context, textOf),
);

server.tool(
  'search',
  {
    description: 'Finds the files in a folder that hold a text',
    input: z.object({ text: z.string(), folder }),
    output: z.object({ files: z.array(z.string()) }),
    annotations,
  },
  ({ text, folder }, context) =>
    inRoots(folder, context, async (real) => {
      const files: string[] = [];
      for (const [index, name] of (await readdir(real, { recursive: true })).entries()) {
        context.signal.throwIfAborted();
        context.progress(index + 1);
        // A folder holds no text, and a link that leads out of the roots none that is shown.
        const held = await inRoots(join(real, name), context, textOf).catch(() => '');
        if (held.includes(text)) files.push(name);
      }
      return { files };
    }),
);

server.serve();

/** Does something with a path, if it is in the roots that the client offers. What keeps it from that, the model is told. */
async function inRoots<Result>(
  path: string,
  { roots }: Context,
  use: (real: string) => Promise<Result>,
): Promise<Result> {
  try {
    return await use(await roots.resolve(path));
  } catch (error) {
    throw new ToolError((error as Error).message);
  }
}

async function textOf(path: string): Promise<string> {
  const { size } = await stat(path);
  if (size > MAX_BYTES) throw new Error(`The file has ${size} bytes. At most ${MAX_BYTES} are read`);
  return readFile(path, 'utf8');
}
