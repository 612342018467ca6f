/** The rules: what can change, and what it breaks. Users write their ids after `--allow`, so the ids must stay as they are. */

import type { ShapeRule } from '../analyze/diffShapes.js';

interface Rule {
  /** The change in one line. It starts with `+` (added), `-` (removed) or `~` (changed). */
  readonly text: string;
  /** Why the change is breaking or compatible. */
  readonly reason: string;
  /** What a reader of the older revision has to do, if the change breaks it. */
  readonly read?: string;
  /** What a sender of the older revision has to do, if the change breaks readers of the newer one. */
  readonly send?: string;
}

const OPEN = 'Objects are open, whether that is stated or not.';
const FIELD = 'Objects are open: a reader of either revision accepts them with and without the field.';
const COVERED = 'Another member accepts its values in the other revision, too.';
const OPEN_LIST = 'The list of values is open: a reader accepts those that it does not know.';
const ENVELOPE = 'On the wire a message has its envelope, whether its definition states it or not.';

const rules = {
  'era-changed': {
    text: '~ {path}: {was} → {is}',
    reason: 'The revisions exchange messages in different ways: peers of different revisions cannot communicate.',
    read: 'Accept messages as the newer revision sends them.',
    send: 'Send messages as the newer revision requires.',
  },
  'batches-allowed': {
    text: '+ {path}: allowed now',
    reason: 'An older reader refuses an array of messages.',
    read: 'Accept an array of messages where a message may come.',
  },
  'batches-forbidden': {
    text: '- {path}: no longer allowed',
    reason: 'A newer reader refuses an array of messages.',
    send: 'Send each message on its own.',
  },
  'request-added': {
    text: '+ {path}: new, sent by {is}',
    reason: 'An older receiver answers "method not found", and no capability tells the sender so before.',
    read: 'Handle the request.',
  },
  'request-added-behind-capability': {
    text: '+ {path}: new, sent by {is}',
    reason: 'An older receiver does not declare the capability, so that a newer sender does not send it.',
  },
  'request-removed': {
    text: '- {path}: no longer sent by {was}',
    reason: 'A newer receiver answers "method not found" to an older sender.',
    send: 'Stop sending the request.',
  },
  'notification-added': {
    text: '+ {path}: new, sent by {is}',
    reason: 'An older receiver drops a notification that it does not know, and nobody waits for an answer.',
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
    reason: 'Sender and receiver look at different capabilities.',
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
    reason: 'An older sender leaves out what a newer reader requires.',
    send: 'Send the field always.',
  },
  'optional-field-removed': { text: '- {path}?: {was}', reason: FIELD },
  'required-field-removed': {
    text: '- {path}: {was}',
    reason: 'A newer sender leaves out what an older reader requires.',
    read: 'Do without the field.',
  },
  'field-became-required': {
    text: '~ {path}: required now',
    reason: 'An older sender may leave out what a newer reader requires.',
    send: 'Send the field always.',
  },
  'field-became-optional': {
    text: '~ {path}: optional now',
    reason: 'A newer sender may leave out what an older reader requires.',
    read: 'Accept that the field is missing.',
  },
  'envelope-stated': { text: '+ {path}: {is}, of the envelope', reason: ENVELOPE },
  'envelope-not-stated': { text: '- {path}: {was}, of the envelope', reason: ENVELOPE },
  'type-widened': {
    text: '~ {path}: {was} → {is}, wider',
    reason: 'A newer sender may send values that an older reader refuses.',
    read: 'Accept every value of the new type.',
  },
  'type-narrowed': {
    text: '~ {path}: {was} → {is}, narrower',
    reason: 'An older sender may send values that a newer reader refuses.',
    send: 'Send only values of the new type.',
  },
  'type-replaced': {
    text: '~ {path}: {was} → {is}',
    reason: 'Each side may send values that the other refuses.',
    read: 'Accept every value of the new type.',
    send: 'Send only values of the new type.',
  },
  'type-restated': { text: '~ {path}: {was} → {is}, the same values', reason: 'The values are the same.' },
  'member-added': {
    text: '~ {path}: also {is}',
    reason: 'An older reader refuses a member of a union that it does not know.',
    read: 'Accept the new member of the union.',
  },
  'member-removed': {
    text: '~ {path}: no longer {was}',
    reason: 'A newer reader refuses a member of a union that it no longer knows.',
    send: 'Stop sending this member of the union.',
  },
  'covered-member-added': { text: '~ {path}: also {is}', reason: COVERED },
  'covered-member-removed': { text: '~ {path}: no longer {was}', reason: COVERED },
  'literal-added': {
    text: '~ {path}: also {is}',
    reason: 'An older reader refuses a value that it does not know.',
    read: 'Accept the new value.',
  },
  'literal-removed': {
    text: '~ {path}: no longer {was}',
    reason: 'A newer reader refuses a value that it no longer knows.',
    send: 'Stop sending this value.',
  },
  'known-value-added': { text: '~ {path}: also {is}, among others', reason: OPEN_LIST },
  'known-value-removed': { text: '~ {path}: no longer {was}, but others', reason: OPEN_LIST },
  'bounds-loosened': {
    text: '~ {path}: {was} → {is}',
    reason: 'A newer sender may go beyond the bounds of an older reader.',
    read: 'Accept values up to the new bounds.',
  },
  'bounds-tightened': {
    text: '~ {path}: {was} → {is}',
    reason: 'An older sender may go beyond the bounds of a newer reader.',
    send: 'Keep to the new bounds.',
  },
  'keyword-changed': { text: '~ {path}: {was} → {is}', reason: 'Keywords such as format bind senders, not guards.' },
  'other-keys-stated': { text: '~ {path}: keys of any name are stated', reason: OPEN },
  'other-keys-not-stated': { text: '~ {path}: keys of any name are no longer stated', reason: OPEN },
  deprecated: { text: '~ {path}: deprecated', reason: 'It still works.' },
  'not-deprecated': { text: '~ {path}: no longer deprecated', reason: 'It works as before.' },
  renamed: { text: '~ {path}: renamed: {was} → {is}', reason: 'Names of definitions do not travel.' },
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
