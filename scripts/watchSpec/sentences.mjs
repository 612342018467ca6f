// Says in plain words what a change means. Each rule of `mcp-gen diff` has one sentence.

/** Changes of how the schema is written. The messages are the same. */
const NEUTRAL = new Set([
  'type-restated',
  'covered-member-added',
  'covered-member-removed',
  'envelope-stated',
  'envelope-not-stated',
  'other-keys-stated',
  'other-keys-not-stated',
  'renamed',
  'constant-changed',
]);

/**
 * Returns whether a change leaves all messages as they are: what it changes is only a way to write a schema, or in no message.
 *
 * @param subject a method, or definitions with their senders
 */
export function isNeutral({ rule }, { definitions, senders = [] }) {
  return NEUTRAL.has(rule) || (definitions !== undefined && senders.length === 0);
}

/** Returns whether programs of one revision reject messages of the other. */
export const isBreaking = ({ breaks }) => breaks.length > 0;

/** How many names a sentence lists. */
const LISTED = 3;

/**
 * The sentences, by rule. `{Who}` are the senders, `{it}` is the place of the change, and `{in}` the types that have it; `{was}` and `{is}`
 * are the old and the new value, `{name}` is a method.
 */
const SENTENCES = {
  'era-changed': 'Clients and servers exchange messages in another way: {was} becomes {is}.',
  'batches-allowed': 'Clients and servers can send several messages in one array.',
  'batches-forbidden': 'Clients and servers can no longer send several messages in one array.',
  'request-added': '{is} can send a new request, {name}, and the other side must answer it.',
  'request-added-behind-capability':
    '{is} can send a new request, {name}, to programs that declare the capability for it.',
  'request-removed': '{was} can no longer send the request {name}.',
  'notification-added': '{is} can send a new notification, {name}. Programs that do not know it ignore it.',
  'notification-removed': '{was} no longer send the notification {name}.',
  'capability-required': '{name} may be sent only to programs that declare the capability {is}.',
  'capability-not-required': '{name} no longer needs a capability.',
  'capability-replaced': '{name} needs the capability {is} instead of {was}.',
  'notification-capability-changed': 'The capability that senders of {name} declare changes from {was} to {is}.',
  'error-code-added': '{Who} can answer with a new error code, {is}.',
  'error-code-removed': '{Who} no longer answer with the error code {was}.',
  'optional-field-added': '{Who} can send a new field, {it} ({is}){in}. It is optional.',
  'required-field-added': '{Who} must send a new field, {it} ({is}){in}.',
  'optional-field-removed': '{Who} no longer send {it}{in}. It was optional.',
  'required-field-removed': '{Who} no longer send {it}{in}. It was required.',
  'field-became-required': '{Who} must always send {it}{in}. It was optional.',
  'field-became-optional': '{Who} can leave out {it}{in}. It was required.',
  'type-widened': '{Who} can send more values as {it}{in}: {is} instead of {was}.',
  'type-narrowed': '{Who} can send fewer values as {it}{in}: {is} instead of {was}.',
  'type-replaced': '{Who} must send other values as {it}{in}: {is} instead of {was}.',
  'type-restated': 'The type of {it}{in} is written in another way. Its values are the same.',
  'member-added': '{Who} can also send {is} as {it}{in}.',
  'member-removed': '{Who} can no longer send {was} as {it}{in}.',
  'covered-member-added': '{is} is named for {it}{in}. It was allowed before.',
  'covered-member-removed': '{was} is no longer named for {it}{in}. It is still allowed.',
  'literal-added': '{Who} can also send {is} as {it}{in}.',
  'literal-removed': '{Who} can no longer send {was} as {it}{in}.',
  'known-value-added': '{is} is a new known value of {it}{in}. Other values stay allowed.',
  'known-value-removed': '{was} is no longer a known value of {it}{in}. Other values stay allowed.',
  'bounds-loosened': 'The limits of {it}{in} are wider: {is} instead of {was}.',
  'bounds-tightened': 'The limits of {it}{in} are narrower: {is} instead of {was}.',
  'keyword-changed': 'A rule for senders of {it}{in} changes: {is} instead of {was}.',
  'envelope-stated': 'The type {types} states {it}, which every message has.',
  'envelope-not-stated': 'The type {types} no longer states {it}, which every message has.',
  'other-keys-stated': 'The type {types} says that other fields are allowed. They were allowed before.',
  'other-keys-not-stated': 'The type {types} no longer says that other fields are allowed. They still are.',
  deprecated: '{it}{in} is deprecated. It still works, and a later revision can remove it.',
  'not-deprecated': '{it}{in} is no longer deprecated.',
  renamed: 'The type {was} is called {is}. Messages do not contain names of types.',
  'constant-changed': 'The constant {types} changes from {was} to {is}.',
};

/**
 * Returns the sentence about a change.
 *
 * @param subject a method, or definitions with their senders and messages, as `compare` returns them
 */
export function sentenceOf(change, subject) {
  return valuesIn(change, subject).fill(SENTENCES[change.rule] ?? `{it}{in}: ${change.rule}.`);
}

/** Returns the values of the placeholders for a change, and `fill`, which puts them into a text. */
export function valuesIn(change, subject) {
  const { rule, path, was = 'nothing', is = 'nothing' } = change;
  const { method, definitions = [], senders = [] } = subject;
  const isSide = rule.startsWith('request-') || rule.startsWith('notification-');
  const value = (text) => {
    if (isSide && (text === 'client' || text === 'server')) return `${capital(text)}s`;
    return rule.startsWith('bounds-') || text === 'none' || text === 'nothing' ? text : code(text);
  };
  const types = listOf(definitions.map(code), 'type');
  const place = method === undefined ? types : code(method);
  const values = {
    Who: sidesText(senders),
    name: method === undefined ? '' : code(method),
    types,
    it: path === '' ? place : code(path),
    in: path === '' ? '' : method === undefined ? ` in ${types}` : ` of ${place}`,
    was: value(was),
    is: value(is),
  };
  return { ...values, fill: (text) => text.replaceAll(/\{(\w+)\}/g, (_, name) => values[name] ?? '') };
}

/** Returns which messages have definitions, as a sentence. Empty if none has. */
export function carriedText({ messages }) {
  if (messages.length === 0) return '';
  const texts = messages.map(({ method, part }) => `the ${part === 'params' ? 'parameters' : part} of ${code(method)}`);
  return `It is part of ${listOf(texts, 'place')}.`;
}

/** Returns who rejects what, as a sentence; empty if nobody does. */
export function breaksText({ breaks }) {
  const texts = {
    'old client': 'clients that are not updated reject messages of updated servers',
    'old server': 'servers that are not updated reject messages of updated clients',
    'new client': 'updated clients reject messages of servers that are not updated',
    'new server': 'updated servers reject messages of clients that are not updated',
  };
  return breaks.length === 0 ? '' : `${capital(breaks.map((reader) => texts[reader]).join('; '))}.`;
}

export function sidesText(senders) {
  if (senders.length === 0) return 'Programs';
  return senders.length === 2 ? 'Clients and servers' : `${capital(senders[0])}s`;
}

/** Returns names in one phrase: the first ones, and how many more there are. */
export function listOf(names, noun, longest = LISTED) {
  if (names.length <= longest) return new Intl.ListFormat('en').format(names);
  const more = names.length - longest + 1;
  return `${names.slice(0, longest - 1).join(', ')}, and ${more} more ${noun}s`;
}

/** Returns text as Markdown code. Names and types of a schema can contain anything. */
export function code(text) {
  const plain = text.replaceAll(/\s+/g, ' ');
  const longest = Math.max(0, ...[...plain.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `\`${plain}\`` : `${fence} ${plain} ${fence}`;
}

/** Returns text that Markdown shows as it is. */
export function plain(text) {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>|#]/g, String.raw`\$&`);
}

export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns a number with its noun. */
export function count(number, noun) {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
