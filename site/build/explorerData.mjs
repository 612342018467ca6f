// Makes the data of the explorer from the models of all revisions: a small index, which is loaded first, and files that are loaded when they
// are needed. site/explorer/data/format.ts describes them.
import { readFile } from 'node:fs/promises';
import { explain } from '../../dist/explain/explain.js';
import { diff, readProtocol } from '../../dist/index.js';
import { protocolsOf } from '../../dist/model/protocolModel.js';
import { explorerLinks } from './explorerLinks.mjs';

const REGISTRY = new URL('../../schema/revisions.json', import.meta.url);

/** Returns the files by their names, each as a value that JSON can have. */
export async function explorerData() {
  const models = await readModels();
  // Once for all names: the library's own `explain` would convert the models for each of them.
  const protocols = protocolsOf(models);
  const files = new Map([
    ['index', indexOf(models)],
    ['steps', await stepsOf(models)],
  ]);
  const allTypes = [];
  for (const [at, model] of models.entries()) {
    const { methods, types } = explanationsOf(model, protocols);
    allTypes.push(types);
    files.set(`methods-${model.revision}`, methods);
    files.set(`types-${model.revision}`, types);
    for (const newer of models.slice(at + 1)) {
      files.set(`diff-${model.revision}-${newer.revision}`, await diff(model, newer));
    }
  }
  const methods = files.get('index').methods.map(({ name }) => name);
  files.set('links', explorerLinks(methods, allTypes));
  return files;
}

async function readModels() {
  const registry = JSON.parse(await readFile(REGISTRY, 'utf8'));
  const ids = registry.filter(({ status }) => status === 'released').map(({ id }) => id);
  return Promise.all(ids.map((id) => readProtocol(id)));
}

function indexOf(models) {
  return {
    revisions: models.map(({ revision, era, batching, metadataKeys, dialect, messages, declarations }) => ({
      id: revision,
      era,
      batching,
      metadataKeys,
      dialect,
      requests: messages.filter(({ kind }) => kind === 'request').length,
      notifications: messages.filter(({ kind }) => kind === 'notification').length,
      types: declarations.length,
    })),
    methods: methodRows(models),
    types: typeRows(models),
  };
}

function methodRows(models) {
  const rows = new Map();
  for (const { revision, messages } of models) {
    for (const { method, kind, senders, capability, embedded } of messages) {
      const row = rows.get(method) ?? { name: method, kind, in: {} };
      row.in[revision] = { senders, ...(capability !== undefined && { capability }), ...(embedded && { embedded }) };
      rows.set(method, row);
    }
  }
  return [...rows.values()].sort(byName);
}

function typeRows(models) {
  const rows = new Map();
  for (const { revision, declarations } of models) {
    for (const { name } of declarations) {
      const row = rows.get(name) ?? { name, in: [] };
      row.in.push(revision);
      rows.set(name, row);
    }
  }
  return [...rows.values()].sort(byName);
}

/** What each revision changed of each method, with the advice for both sides. */
async function stepsOf(models) {
  const steps = {};
  for (const [at, model] of models.slice(1).entries()) {
    const { methods } = await diff(models[at], model);
    for (const { method, status, changes } of methods) {
      (steps[method] ??= []).push({ revision: model.revision, status, changes });
    }
  }
  return steps;
}

function explanationsOf({ revision, messages, declarations }, protocols) {
  const explainAll = (names) => Object.fromEntries(names.map((name) => [name, explain(name, protocols, revision)]));
  const methods = explainAll(messages.map(({ method }) => method));
  const types = explainAll(declarations.map(({ name }) => name));
  return { methods, types: withSpecification(revision, types, methods) };
}

/** The first revision whose specification has a page with all types. */
const FIRST_SCHEMA_PAGE = '2025-06-18';

/** Adds to each type its place in the published schema, and the pages about what it is part of if it names none itself. */
function withSpecification(revision, types, methods) {
  const base =
    revision < FIRST_SCHEMA_PAGE
      ? `https://github.com/modelcontextprotocol/modelcontextprotocol/blob/main/schema/${revision}/schema.ts`
      : `https://modelcontextprotocol.io/specification/${revision}/schema`;
  const entries = Object.entries(types).map(([name, explained]) => {
    const { see, uses } = explained;
    const users = [
      methods[uses.message],
      ...uses.types.map((each) => types[each]),
      methods[uses.params[0] ?? uses.results[0]],
    ];
    const pages = see.length > 0 ? see : (users.find((user) => user !== undefined && user.see.length > 0)?.see ?? []);
    const place = revision < FIRST_SCHEMA_PAGE ? base : `${base}#${name.toLowerCase()}`;
    return [name, { ...explained, see: [...pages, place] }];
  });
  return Object.fromEntries(entries);
}

function byName(a, b) {
  return a.name < b.name ? -1 : 1;
}
