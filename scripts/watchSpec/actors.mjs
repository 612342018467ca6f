// Says who has to act about changes: authors of servers, clients, and hosts, and operators of gateways.
import { dutiesOf } from './duties.mjs';
import { capital, code, count, isBreaking, isNeutral, listOf } from './sentences.mjs';

/** The readers of the pages. */
export const ACTORS = {
  servers: 'Server authors',
  clients: 'Client authors',
  hosts: 'Authors of hosts (applications with a model)',
  gateways: 'Operators of gateways, proxies, and bridges',
};

/** What each of them can be told. */
export const NEEDS = {
  must: 'Yes',
  check: 'Only if it uses what goes away',
  can: 'Only to use what is new',
  nothing: 'No',
};

/** How many things the table names for one of them. */
const NAMED = 4;

/**
 * Returns what each of the actors has to do.
 *
 * @param changes what `compare` returned
 * @returns by the keys of ACTORS: `need`, a key of NEEDS, and `todo`, sentences
 */
export function actorsOf(changes) {
  const all = changesIn(changes).filter(({ change, subject }) => !isNeutral(change, subject));
  const servers = sideOf('server', all);
  const clients = sideOf('client', all);
  return { servers, clients, hosts: hostOf(clients, changes), gateways: gatewayOf(all) };
}

/** Returns each change with what it is about. */
export function changesIn({ protocol, errors, methods, definitions }) {
  return [
    ...protocol.map((change) => ({ change, subject: {} })),
    ...errors.map((change) => ({ change, subject: { senders: ['server'] } })),
    ...methods.flatMap((subject) => subject.changes.map((change) => ({ change, subject }))),
    ...definitions.flatMap((subject) => subject.changes.map((change) => ({ change, subject }))),
  ];
}

function sideOf(side, all) {
  const duties = all.flatMap(({ change, subject }) => dutiesOf(change, subject, side));
  if (duties.length > 0) return { need: 'must', todo: shortened(duties) };
  const options = all
    .filter(({ change, subject }) => !isBreaking(change) || isChoice(side, change, subject))
    .map(({ change, subject }) => optionText(side, change, subject));
  const isGone = all.some(({ change }) => isGoing(change));
  return { need: isGone ? 'check' : options.length > 0 ? 'can' : 'nothing', todo: shortened(options) };
}

/** What lets senders send more. It breaks others, and they need not use it. */
const CHOICES = new Set(['request-added', 'member-added', 'literal-added', 'type-widened', 'bounds-loosened']);

function isChoice(side, { rule }, { senders = [] }) {
  return senders.includes(side) && (CHOICES.has(rule) || rule === 'field-became-optional');
}

/** Returns whether something goes away without breaking anybody. */
function isGoing({ rule, breaks }) {
  return breaks.length === 0 && (rule === 'deprecated' || rule.endsWith('-removed'));
}

function placeText({ path }, { method, definitions }) {
  const name = method === undefined ? listOf((definitions ?? []).map(code), 'type') : code(method);
  if (path === '') return name;
  return name === '' ? capital(path) : `${code(path)} of ${name}`;
}

function optionText(side, change, subject) {
  const { senders = [] } = subject;
  const place = change.rule.startsWith('error-code-')
    ? `the error code ${code(change.is ?? change.was)}`
    : placeText(change, subject);
  if (change.rule.endsWith('-removed')) return capital(`${place} is gone: do not rely on it.`);
  if (change.rule === 'deprecated') return `${place} is deprecated: plan to replace it.`;
  if (change.rule === 'field-became-optional') return `Can leave out ${place}.`;
  const isSender = senders.includes(side);
  const isReader = senders.length === 0 || senders.some((sender) => sender !== side);
  const verbs = [...(isSender ? ['send'] : []), ...(isReader ? ['read'] : [])].join(' and ');
  if (subject.method !== undefined) return isSender ? `Can send ${place}.` : `Can handle ${place}.`;
  const value = change.rule === 'member-added' || change.rule === 'literal-added' ? `${code(change.is)} as ` : '';
  return `Can ${verbs} ${value}${place}.`;
}

/** A host has clients, and decides what servers may ask. */
function hostOf(clients, { methods }) {
  const asked = methods.filter(
    ({ kind, status, senders }) => kind === 'request' && status === 'added' && senders.includes('server'),
  );
  const consent = asked.map(({ method }) => `Decide whether servers may send ${code(method)}, and who is asked.`);
  const library = {
    must: ['Use a client library that supports the changes for client authors.'],
    check: ['Check whether it shows or uses what goes away.'],
    can: ['Show or use what is new, if it helps users.'],
    nothing: [],
  };
  const need = consent.length > 0 ? 'must' : clients.need;
  return { need, todo: [...consent, ...library[clients.need]] };
}

/** What is between a client and a server can convert messages, and must know each method. */
function gatewayOf(all) {
  if (all.length === 0) return { need: 'nothing', todo: [] };
  const breaking = all.filter(({ change }) => isBreaking(change));
  const added = all.filter(({ change }) => /^(request|notification)-added/.test(change.rule));
  const methods = [...new Set(added.map(({ subject }) => code(subject.method)))];
  const todo = [
    ...(methods.length > 0 ? [`Forward ${listOf(methods, 'method')}.`] : []),
    ...(breaking.length > 0
      ? [`Convert messages between revisions: ${count(breaking.length, 'change')} would be rejected by one side.`]
      : []),
  ];
  if (todo.length > 0) return { need: breaking.length > 0 ? 'must' : 'can', todo };
  return { need: 'nothing', todo: ['Pass on fields that the gateway does not know.'] };
}

/** Returns the first sentences, each once, and how many more there are. */
function shortened(texts) {
  const distinct = [...new Set(texts)];
  const more = distinct.length - NAMED;
  return more > 0 ? [...distinct.slice(0, NAMED), `And ${more} more, below.`] : distinct;
}
