// Turns the differences between two protocols into facts: who sends what is changed, and in which messages.
import { compareProtocols } from '../../dist/diff/compareProtocols.js';
import { Revisions } from '../../dist/diff/revisionShapes.js';
import { allMessages, otherSide } from '../../dist/model/protocol.js';
import { readSupport } from '../../dist/read/tables.js';

/**
 * Compares two protocols.
 *
 * @returns `equal`; `protocol`, `errors`, `methods`, and `definitions` with their changes; `added` and `removed`, names of definitions; and
 *   `routes`, how programs of the SDK reach what is new
 */
export async function compare(was, is) {
  const named = (protocol) => ({ name: protocol.revision, protocol });
  const report = compareProtocols(named(was), named(is), { support: await readSupport() });
  const revisions = new Revisions(was, is);
  const added = new Map(allMessages(is).map((message) => [message.method, message]));
  const errors = errorChanges(was.vocabulary.errors, is.vocabulary.errors);
  return {
    equal: report.equal && errors.length === 0,
    breaking: report.breaking,
    compatible: report.compatible,
    protocol: report.protocol.map(changeOf),
    errors,
    methods: report.methods
      .filter(({ status, changes }) => status !== 'changed' || changes.length > 0)
      .map(({ method, kind, status, senders, changes }) => {
        const capability = status === 'added' ? added.get(method)?.capability : undefined;
        return { method, kind, status, senders, ...(capability && { capability }), changes: changes.map(changeOf) };
      }),
    added: report.added,
    removed: report.removed,
    definitions: report.definitions.map(({ definitions, changes }) => ({
      definitions,
      ...carriedIn(definitions, revisions),
      changes: changes.map(changeOf),
    })),
    routes: report.routes,
  };
}

/** Returns the error codes that only one of two revisions has. No rule of `diff` is about them: readers accept every code. */
function errorChanges(was, is) {
  const onlyIn = (some, others) => some.filter(({ value }) => !others.some((other) => other.value === value));
  const text = ({ name, value }) => `${value} (${name})`;
  return [
    ...onlyIn(is, was).map((error) => ({
      rule: 'error-code-added',
      path: '',
      is: text(error),
      breaks: [],
      advice: [],
    })),
    ...onlyIn(was, is).map((error) => ({
      rule: 'error-code-removed',
      path: '',
      was: text(error),
      breaks: [],
      advice: [],
    })),
  ];
}

function changeOf({ rule, path, was, is, breaks, advice = [] }) {
  return { rule, path, ...(was !== undefined && { was }), ...(is !== undefined && { is }), breaks, advice };
}

/** Returns who sends definitions, and the messages with them: in the newer revision, or in the older one if it has none. */
function carriedIn(definitions, { was, is }) {
  const found = definitions.flatMap((name) => {
    const now = is.carried.get(name) ?? [];
    return now.length > 0 ? now : (was.carried.get(name) ?? []);
  });
  const carriers = found.filter(({ method }) => method !== undefined);
  const senders = new Set(found.flatMap(({ readers }) => readers.map(otherSide)));
  const messages = new Map(carriers.map(({ method, part }) => [`${method} ${part}`, { method, part }]));
  return { senders: ['client', 'server'].filter((side) => senders.has(side)), messages: [...messages.values()] };
}
