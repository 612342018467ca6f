// Finds the corrections in the history of the specification's schemas, and which of them `mcp-gen lint` asks for.
import { mentions } from '../../dist/analyze/mentions.js';
import { keywordOf } from '../../dist/model/keywords.js';
import { buildProtocol } from '../../dist/model/buildProtocol.js';
import { lintRevisions } from '../../dist/lint/lintProtocols.js';
import { checkSettings } from '../../dist/lint/settings.js';
import { SchemaProblems } from '../../dist/problems.js';
import { readTypeScript } from '../../dist/read/readTypeScript.js';

/** What the subject of a commit says if it corrects what earlier commits of the draft did. */
const CORRECTS =
  /\b(?:fix\w*|correct\w*|align\w*|consisten\w*|re-?add\w*|reintroduc\w*|missing|bug|restor\w*|revert\w*|duplicat\w*|clean\w*|nit|mistake|instead|not integer|allow null|strays?|vestiges|move object types|tighten\w*|loosen\w*|address\w*|rename\w*|renumber\w*|to json ?schema|add \w+ to \w*(?:Request|Notification|Result)s?\b|extract|factor out|agree|match|make \S+ (?:optional|required|nonoptional))\b/i;

/** Returns whether a commit corrects a schema: every change of a release does. */
export function isCorrection({ revision, subject }) {
  return revision !== 'draft' || CORRECTS.test(subject);
}

/** Returns the declarations of a schema, with what they mean: without docs, but with the tags that are keywords. */
function structuresIn(declarations) {
  return new Map(
    declarations.map((declaration) => [
      declaration.name,
      JSON.stringify(declaration, (key, value) => {
        if (key === 'place') return undefined;
        if (key !== 'docs') return value;
        return value.tags.filter((tag) => keywordOf(tag) !== undefined || tag.name === 'nullable');
      }),
    ]),
  );
}

/** Returns the names of the declarations that two versions of a schema have otherwise, or that only one of them has. */
function changedIn(before, after) {
  const [was, is] = [structuresIn(before), structuresIn(after)];
  return [...new Set([...was.keys(), ...is.keys()])].filter((name) => was.get(name) !== is.get(name));
}

/** The rules that ask to remove or to rename what they find. The findings of others must end although their place is still there. */
const REMOVALS = new Set([
  ...['definition-unreferenced', 'definition-duplicated', 'params-unused', 'params-inline', 'result-unreturned'],
  ...['property-restated', 'message-without-union', 'name-style', 'name-differs-in-case', 'name-reserved'],
  ...['definition-empty', 'type-repeated', 'name-unlike-siblings', 'removed-without-deprecation'],
  ...['method-unlike-kind', 'method-unlike-name', 'meta-key-without-prefix', 'error-code-doubled'],
]);

/** The rule about revisions as a whole says nothing about single places. */
const SETTINGS = checkSettings({ rules: { 'breaking-change': 'off' } });

/** Lints versions of schemas, with the decisions of mcp-gen. */
export class HistoryLinter {
  #tables;
  #known = new Map();
  #releases = new Map();

  constructor(tables) {
    this.#tables = tables;
  }

  /**
   * Judges a correction.
   *
   * @returns `changed`, the names of the declarations that it changes, and `asked`, the findings of the schema before it that it ends;
   *   undefined if it changes no structure; with `problem` if one of the two schemas is invalid
   */
  judge({ date, revision, before, after, release, older }) {
    try {
      const [was, is] = [before, after].map((pair) => this.#lint({ date, revision, release, older }, pair));
      const changed = changedIn(was.declarations, is.declarations);
      const isJsonCorrected = was.differs.size > 0 && is.differs.size < was.differs.size;
      if (changed.length === 0 && !isJsonCorrected) return undefined;
      const left = is.findings.map(keyOf);
      const asked = was.findings.filter((finding) => {
        const index = left.indexOf(keyOf(finding));
        if (index >= 0) left.splice(index, 1);
        const { rule, at } = finding;
        if (index >= 0) return false;
        if (rule === 'json-schema-differs') return true;
        const isChanged =
          changed.some((name) => concerns(name, at, was.protocol)) || this.#isMentioned(at, changed, was, is);
        return isChanged && (REMOVALS.has(rule) || is.places.has(at) || isMethod(at, is.protocol));
      });
      return { changed, asked };
    } catch (error) {
      if (!(error instanceof SchemaProblems)) throw error;
      return { changed: [], asked: [], problem: error.problems[0].message };
    }
  }

  /** Returns whether a changed declaration mentions a definition, and did not, or the other way round. */
  #isMentioned(at, changed, was, is) {
    const [name] = at.split(/[.[]/);
    const mentionedIn = ({ protocol }) =>
      changed.filter((each) => {
        const declaration = protocol.source.findType(each);
        return declaration !== undefined && mentions(declaration).has(name);
      });
    return mentionedIn(was).join() !== mentionedIn(is).join();
  }

  /** Returns the protocol of the release before. Undefined if there is none, or it is invalid. */
  #older(release, text) {
    if (text === undefined) return undefined;
    const known = this.#releases.get(text);
    if (known) return known;
    const protocol = buildProtocol(readTypeScript(text, 'older.ts'), release, this.#tables, 'draft');
    this.#releases.set(text, protocol);
    return protocol;
  }

  #lint({ date, revision, release, older }, { script, json }) {
    const key = [revision, script, json, older].join('\0');
    const known = this.#known.get(key);
    if (known) return known;
    const declarations = readTypeScript(script, 'schema.ts');
    // The decisions about a draft are those of the release before it.
    const decided = revision === 'draft' ? `${date}-draft` : revision;
    const protocol = { ...buildProtocol(declarations, decided, this.#tables, 'draft'), revision };
    const files = { jsonSchema: parsed(json) };
    const { findings } = lintRevisions([{ protocol, files, older: this.#older(release, older) }], SETTINGS);
    const differs = new Set(findings.filter(({ rule }) => rule === 'json-schema-differs').map(({ at }) => at));
    const made = { declarations, protocol, findings, differs, places: placesIn(protocol) };
    // Versions follow each other, so that only the last ones are needed again.
    if (this.#known.size > 20) this.#known.clear();
    this.#known.set(key, made);
    return made;
  }
}

/** Returns what two versions of a schema have in common about one finding. A place can have several of one rule. */
function keyOf({ rule, at }) {
  return `${rule}@${at}`;
}

/** Returns whether a place is in a declaration, or is the method of a message, or a code, that it declares. */
function concerns(name, at, protocol) {
  if (at === name || at.startsWith(`${name}.`)) return true;
  const plain = name.replaceAll('_', '').toLowerCase();
  if (at.toLowerCase() === plain) return true;
  const messages = [...protocol.requests, ...protocol.notifications, ...protocol.embedded];
  return messages.some(
    ({ method, declaration }) =>
      method === at && declaration.name.replace(/Request$/, '') === name.replace(/(?:Request|Result)(?:Params)?$/, ''),
  );
}

function isMethod(at, { requests, notifications, embedded }) {
  return [...requests, ...notifications, ...embedded].some(({ method }) => method === at);
}

/** Returns the places that a schema has: names, and paths of properties. */
function placesIn({ source }) {
  const places = new Set();
  const visit = (value, path) => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) return value.forEach((each) => visit(each, path));
    for (const property of value.properties ?? []) {
      places.add(`${path}.${property.name}`);
      visit(property.type, `${path}.${property.name}`);
    }
    if (value.kind === 'array') visit(value.element, `${path}[]`);
    for (const each of value.members ?? []) visit(each, path);
    if (value.index) visit(value.index, `${path}.*`);
    if (value.type) visit(value.type, path);
  };
  for (const declaration of source.all) {
    places.add(declaration.name);
    places.add(pascal(declaration.name));
    visit(declaration, declaration.name);
  }
  return places;
}

/** Returns the name of an error code that a constant declares. */
function pascal(name) {
  return name
    .toLowerCase()
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** Returns a JSON Schema. Some commits have one that cannot be read. */
function parsed(json) {
  try {
    return json === undefined ? undefined : JSON.parse(json);
  } catch {
    return undefined;
  }
}
