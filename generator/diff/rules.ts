/** The rules: what can change, and what it breaks. Users pass their ids to `--allow`, so ids must not change. */

import type { ShapeRule } from '../analyze/diffShapes.js';

interface Rule {
  /** The change in one line. It starts with `+` (added), `-` (removed) or `~` (changed). */
  readonly text: string;
  /** Why the change is breaking or compatible. */
  readonly reason: string;
  /** What a reader of the older revision must do, if the change breaks it. */
  readonly read?: string;
  /** What a sender of the older revision must do, if the change breaks readers of the newer one. */
  readonly send?: string;
}

const OPEN = 'Objects are always open, with or without an index signature.';
const FIELD = 'Objects are open: a reader of either revision accepts them with and without the field.';
const COVERED = 'In the other revision, another member accepts its values.';
const OPEN_LIST = 'The set of values is open: readers accept unknown values.';
const ENVELOPE = 'A message always has its envelope, even if its definition does not declare it.';

const rules = {
  'era-changed': {
    text: '~ {path}: {was} → {is}',
    reason: 'The revisions exchange messages in different ways: peers of different revisions cannot communicate.',
    read: 'Accept messages as the newer revision sends them.',
    send: 'Send messages as the newer revision requires.',
  },
  'batches-allowed': {
    text: '+ {path}: allowed now',
    reason: 'An older reader rejects an array of messages.',
    read: 'Accept an array of messages instead of a message.',
  },
  'batches-forbidden': {
    text: '- {path}: no longer allowed',
    reason: 'A newer reader rejects an array of messages.',
    send: 'Send each message separately.',
  },
  'request-added': {
    text: '+ {path}: new, sent by {is}',
    reason: 'An older receiver responds with "method not found", and no capability tells the sender in advance.',
    read: 'Handle the request.',
  },
  'request-added-behind-capability': {
    text: '+ {path}: new, sent by {is}',
    reason: 'An older receiver does not declare the capability, so a newer sender does not send it.',
  },
  'request-removed': {
    text: '- {path}: no longer sent by {was}',
    reason: 'A newer receiver responds with "method not found" to an older sender.',
    send: 'Stop sending the request.',
  },
  'notification-added': {
    text: '+ {path}: new, sent by {is}',
    reason: 'An older receiver ignores an unknown notification, and no sender waits for a response.',
  },
  'notification-removed': {
    text: '- {path}: no longer sent by {was}',
    reason: 'An older receiver may wait for a notification that is no longer sent.',
    read: 'Do not wait for the notification.',
  },
  'capability-required': {
    text: '~ {path}: {was} → {is}',
    reason: 'An older sender does not check whether a newer receiver declares the capability.',
    send: 'Send the request only to a peer that declares the capability.',
  },
  'capability-not-required': {
    text: '~ {path}: {was} → {is}',
    reason: 'A newer sender does not check whether an older receiver declares the capability.',
    read: 'Handle the request whether or not the capability is declared.',
  },
  'capability-replaced': {
    text: '~ {path}: {was} → {is}',
    reason: 'Sender and receiver use different capabilities.',
    read: 'Declare the new capability.',
    send: 'Check the new capability before sending the request.',
  },
  'notification-capability-changed': {
    text: '~ {path}: {was} → {is}',
    reason:
      'The sender of a notification declares the capability itself; a receiver reads the notification either way.',
  },
  'optional-field-added': { text: '+ {path}?: {is}', reason: FIELD },
  'required-field-added': {
    text: '+ {path}: {is}',
    reason: 'An older sender omits a field that a newer reader requires.',
    send: 'Always send the field.',
  },
  'optional-field-removed': { text: '- {path}?: {was}', reason: FIELD },
  'required-field-removed': {
    text: '- {path}: {was}',
    reason: 'A newer sender omits a field that an older reader requires.',
    read: 'Do not require the field.',
  },
  'field-became-required': {
    text: '~ {path}: required now',
    reason: 'An older sender may omit a field that a newer reader requires.',
    send: 'Always send the field.',
  },
  'field-became-optional': {
    text: '~ {path}: optional now',
    reason: 'A newer sender may omit a field that an older reader requires.',
    read: 'Accept that the field is missing.',
  },
  'envelope-stated': { text: '+ {path}: {is}, of the envelope', reason: ENVELOPE },
  'envelope-not-stated': { text: '- {path}: {was}, of the envelope', reason: ENVELOPE },
  'type-widened': {
    text: '~ {path}: {was} → {is}, wider',
    reason: 'A newer sender may send values that an older reader rejects.',
    read: 'Accept every value of the new type.',
  },
  'type-narrowed': {
    text: '~ {path}: {was} → {is}, narrower',
    reason: 'An older sender may send values that a newer reader rejects.',
    send: 'Send only values of the new type.',
  },
  'type-replaced': {
    text: '~ {path}: {was} → {is}',
    reason: 'Each side may send values that the other rejects.',
    read: 'Accept every value of the new type.',
    send: 'Send only values of the new type.',
  },
  'type-restated': { text: '~ {path}: {was} → {is}, the same values', reason: 'The values are the same.' },
  'member-added': {
    text: '~ {path}: also {is}',
    reason: 'An older reader rejects an unknown union member.',
    read: 'Accept the new member of the union.',
  },
  'member-removed': {
    text: '~ {path}: no longer {was}',
    reason: 'A newer reader rejects a union member that was removed.',
    send: 'Stop sending this member of the union.',
  },
  'covered-member-added': { text: '~ {path}: also {is}', reason: COVERED },
  'covered-member-removed': { text: '~ {path}: no longer {was}', reason: COVERED },
  'literal-added': {
    text: '~ {path}: also {is}',
    reason: 'An older reader rejects an unknown value.',
    read: 'Accept the new value.',
  },
  'literal-removed': {
    text: '~ {path}: no longer {was}',
    reason: 'A newer reader rejects a value that was removed.',
    send: 'Stop sending this value.',
  },
  'known-value-added': { text: '~ {path}: also {is}, among others', reason: OPEN_LIST },
  'known-value-removed': { text: '~ {path}: no longer {was}, but others', reason: OPEN_LIST },
  'bounds-loosened': {
    text: '~ {path}: {was} → {is}',
    reason: 'A newer sender may send values outside the bounds of an older reader.',
    read: 'Accept values up to the new bounds.',
  },
  'bounds-tightened': {
    text: '~ {path}: {was} → {is}',
    reason: 'An older sender may send values outside the bounds of a newer reader.',
    send: 'Send only values within the new bounds.',
  },
  'keyword-changed': {
    text: '~ {path}: {was} → {is}',
    reason: 'Guards do not check keywords such as format; only senders must follow them.',
  },
  'other-keys-stated': { text: '~ {path}: an index signature is declared', reason: OPEN },
  'other-keys-not-stated': { text: '~ {path}: an index signature is no longer declared', reason: OPEN },
  deprecated: { text: '~ {path}: deprecated', reason: 'It still works.' },
  'not-deprecated': { text: '~ {path}: no longer deprecated', reason: 'It works as before.' },
  renamed: { text: '~ {path}: renamed: {was} → {is}', reason: 'Names of definitions are not sent.' },
  'constant-changed': { text: '~ {path}: {was} → {is}', reason: 'Types that refer to it are reported themselves.' },
} as const satisfies { readonly [id: string]: Rule } & { readonly [Id in ShapeRule]: Rule };

export type RuleId = keyof typeof rules;

/** The ids of the rules that break readers. */
export const BREAKING_RULES = (Object.keys(rules) as RuleId[]).filter((id) => {
  const { read, send } = ruleOf(id);
  return read !== undefined || send !== undefined;
});

export function ruleOf(id: RuleId): Rule {
  return rules[id];
}
