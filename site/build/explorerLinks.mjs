// Finds where else the methods and types of the protocol are: in the guides, in the sources that handle them, and in the generated types.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { importsOf, lineOf, literalsIn, readSources, registryUses } from '../../scripts/byHand/sources.mjs';
import { HANDWRITTEN } from '../../scripts/packages.mjs';
import { NAVIGATION } from '../navigation.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The pages about methods, by how the methods begin. The longest beginning counts. */
const GUIDES = {
  completion: ['docs/server.html'],
  elicitation: ['docs/guides/ask-the-user.html', 'docs/asking.html'],
  initialize: ['docs/generated.html', 'docs/guides/support-old-clients.html'],
  logging: ['docs/server.html', 'docs/client.html'],
  'notifications/cancelled': ['docs/server.html', 'docs/client.html'],
  'notifications/elicitation': ['docs/asking.html'],
  'notifications/initialized': ['docs/generated.html'],
  'notifications/message': ['docs/server.html', 'docs/client.html'],
  'notifications/progress': ['docs/server.html', 'docs/client.html'],
  'notifications/prompts': ['docs/server.html'],
  'notifications/resources': ['docs/resources.html'],
  'notifications/roots': ['docs/client.html'],
  'notifications/subscriptions': ['docs/client.html', 'docs/generated.html'],
  'notifications/tasks': ['docs/tasks.html'],
  'notifications/tools': ['docs/server.html'],
  ping: ['docs/client.html'],
  prompts: ['docs/server.html', 'docs/client.html'],
  resources: ['docs/resources.html', 'docs/client.html'],
  roots: ['docs/asking.html', 'docs/client.html'],
  sampling: ['docs/asking.html', 'docs/client.html'],
  'server/discover': ['docs/generated.html', 'docs/client.html'],
  subscriptions: ['docs/client.html', 'docs/generated.html'],
  tasks: ['docs/tasks.html'],
  tools: ['docs/guides/add-a-tool.html', 'docs/server.html'],
};

/** The pages about methods without a row, and about types that many methods have, or none. */
const GENERAL = ['docs/generated.html', 'docs/features.html'];

/** The sources that readers look for first. */
const APPLICATION = /^sdk\/src\/(server|client|tasks)\//;

/** The maximum number of pages, and of sources, of a name. */
const MAXIMUM = { guides: 3, code: 6 };

/**
 * Returns the links of all names.
 *
 * @param types of each revision, oldest first: the explanations of its types by name
 */
export function explorerLinks(methods, types) {
  const code = codeByName();
  const guides = new Map(methods.map((name) => [name, guidesOf(name)]));
  const newest = new Map(types.flatMap((explanations) => Object.entries(explanations)));
  for (const [name, { uses }] of newest) {
    const users = uses.message === undefined ? [...uses.params, ...uses.results] : [uses.message];
    const close = methods.filter((method) => isClose(name, method));
    const own = close.length > 0 ? close : users;
    const pages = new Set(own.flatMap(guidesOf));
    guides.set(name, pages.size === 0 || pages.size > MAXIMUM.guides ? GENERAL : [...pages]);
    const inherited =
      close.length > 0 || pages.size <= MAXIMUM.guides ? own.flatMap((method) => code.get(method) ?? []) : [];
    if (!code.has(name) && inherited.length > 0) code.set(name, inherited);
  }
  const known = [...new Set([...methods, ...newest.keys()])].sort();
  return {
    guides: Object.fromEntries(known.map((name) => [name, guides.get(name).map(guideLink)])),
    code: Object.fromEntries(known.flatMap((name) => (code.has(name) ? [[name, codeLinks(code.get(name))]] : []))),
    declared: Object.fromEntries(types.map((explanations) => declaredIn(Object.values(explanations)[0].revision))),
  };
}

/** Returns the sources that links lead to, which need a page. */
export function linkedSources({ code, declared }) {
  const paths = Object.values(code).flatMap((pages) => pages.map((place) => place.split(':')[0]));
  return [...new Set([...paths, ...Object.keys(declared).map((revision) => `generated/${revision}/types.ts`)])];
}

/** Whether the name of a type is that of what a method is about: `ToolAnnotations` and `tools/list`. */
function isClose(name, method) {
  const [subject] = method.replace('notifications/', '').split('/');
  return subject.endsWith('s') && name.toLowerCase().startsWith(subject.slice(0, -1));
}

function guidesOf(method) {
  const begins = Object.keys(GUIDES).filter((name) => method === name || method.startsWith(`${name}/`));
  const [longest] = begins.toSorted((a, b) => b.length - a.length);
  return longest === undefined ? GENERAL : GUIDES[longest];
}

function guideLink(path) {
  const page = NAVIGATION.flatMap(({ pages }) => pages).find((each) => each.path === path);
  if (page === undefined) throw new Error(`The navigation has no page ${path}`);
  return { title: page.title, path };
}

/** Returns the sources with the most uses first, those of servers and clients before all, each with the first line that names it. */
function codeLinks(uses) {
  const rank = ([file, lines]) => (APPLICATION.test(file) ? 0 : 1000) - lines.length;
  return [...groupByFile(uses)]
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, MAXIMUM.code)
    .map(([file, lines]) => `${file}:${Math.min(...lines)}`);
}

function groupByFile(uses) {
  const found = new Map();
  for (const { file, line } of uses) found.set(file, [...(found.get(file) ?? []), line]);
  return found;
}

/** Returns the uses of each method and type in the sources that are written by hand. */
function codeByName() {
  const methods = new Map(
    [...read('generated/registry/methods.ts').matchAll(/^export const (\w+) = '(.+)';$/gm)].map(([, key, value]) => [
      key,
      value,
    ]),
  );
  const values = new Set(methods.values());
  const found = new Map();
  const add = (name, file, node) => found.set(name, [...(found.get(name) ?? []), { file, line: lineOf(node) }]);
  for (const [file, source] of readSources(ROOT, HANDWRITTEN)) {
    if (file.includes('/testing/')) continue;
    for (const { module, name, node } of registryUses(source))
      if (module === 'methods' && methods.has(name)) add(methods.get(name), file, node);
    for (const node of literalsIn(source)) if (values.has(node.text)) add(node.text, file, node);
    const imports = importsOf(source).filter(({ from }) => from.startsWith('@mcp-gen/protocol/author'));
    const locals = new Map(imports.map(({ local, name }) => [local, name]));
    for (const [local, name] of locals) {
      const uses = source.text.split('\n').flatMap((line, at) => (isUse(line, local) ? [{ file, line: at + 1 }] : []));
      if (uses.length > 0) found.set(name, [...(found.get(name) ?? []), ...uses]);
    }
  }
  return found;
}

/** Whether a line uses a name, and does not only import it. */
function isUse(line, name) {
  return new RegExp(`\\b${name}\\b`).test(line) && !/^\s*(import|\w+,$|type \w+,$|\})/.test(line);
}

function declaredIn(revision) {
  const lines = read(`generated/${revision}/types.ts`).split('\n');
  const entries = lines.flatMap((line, at) => {
    const [, name] = /^export (?:declare )?(?:interface|type|const|enum) (\w+)/.exec(line) ?? [];
    return name === undefined ? [] : [[name, at + 1]];
  });
  return [revision, Object.fromEntries(entries)];
}

function read(path) {
  return readFileSync(`${ROOT}${path}`, 'utf8');
}
