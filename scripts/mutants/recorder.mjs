// Loaded by every process of an instrumented copy: writes down which regions run, and which sources are read as text.
// Programs that tests start inherit little of their environment, so files lie at fixed places beside this one.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const seen = new Set();
let file;

globalThis.__reach ??= write;
record('readFileSync', fs);
record('readFile', fs);
record('readFile', fs.promises);
syncBuiltinESMExports();

/** Writes a line once: the id of a region, or the path of a source. */
function write(line) {
  if (seen.has(line)) return;
  seen.add(line);
  file ??= fs.openSync(`${folder}hits/${process.pid}`, 'a');
  fs.writeSync(file, `${line}\n`);
}

function record(name, owner) {
  const original = owner[name];
  owner[name] = function (path, ...rest) {
    const read = path instanceof URL ? fileURLToPath(path) : path;
    if (typeof read === 'string') {
      const within = relative(`${folder}project`, read);
      if (within.endsWith('.ts') && !within.startsWith('..')) write(within);
    }
    return original.call(this, path, ...rest);
  };
}
