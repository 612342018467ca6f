// Writes generated/: the tables of the extension, with the types and guards that they need. `mcp-gen generate 2026-07-28 --extension schema.ts`
// writes the same among those of the whole revision. Usage: node generate.mjs [folder]
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compile, readProtocol } from 'mcp-gen';

const [folder = fileURLToPath(new URL('generated', import.meta.url))] = process.argv.slice(2);
const extensions = [{ file: fileURLToPath(new URL('schema.ts', import.meta.url)) }];
const model = await readProtocol('2026-07-28', { extensions });
const messages = model.messages.filter(({ extension }) => extension !== undefined);
const declarations = new Map(model.declarations.map((declaration) => [declaration.name, declaration]));

/** The declarations that messages need. */
const needed = new Set();
(function visit(value) {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit);
  if (!declarations.has(value) || needed.has(value)) return;
  needed.add(value);
  visit(declarations.get(value));
})(messages);

const own = { ...model, messages, declarations: model.declarations.filter(({ name }) => needed.has(name)) };
const files = await compile([own]);
mkdirSync(`${folder}/extensions`, { recursive: true });
for (const name of ['types.ts', 'validators.ts', 'sending.ts', 'extensions/events.ts']) {
  const { text } = files.find(({ path }) => path === `2026-07-28/${name}`);
  // Node runs the example without a build, and needs the names of the files as they are.
  writeFileSync(`${folder}/${name}`, text.replaceAll(/(from '\.[^']*)\.js'/g, "$1.ts'"));
}
