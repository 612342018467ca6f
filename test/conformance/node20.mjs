// Preloaded, lets the suite start on Node 20. It imports a function that Node has from version 22 on, for a command that is
// not used here: this hook gives it one that throws instead.
import fs from 'node:fs';
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

// Hooks run in a thread of their own, which loads this file too.
if (isMainThread && !('globSync' in fs)) register(import.meta.url);

export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context);
  if (!url.endsWith('/@modelcontextprotocol/conformance/dist/index.js')) return loaded;
  const source = String(loaded.source);
  const name = /\bglobSync as (\w+),?/.exec(source);
  if (name === null) return loaded;
  const missing = `const ${name[1]} = () => { throw new Error('This command needs Node 22'); };`;
  return { ...loaded, source: `${source.replace(name[0], '')}\n${missing}` };
}
