/** What can change, and for whom it breaks something: a row a kind. */

import type { DifferenceKind, ShapeDifference } from '../analyze/diffShapes.js';
import type { Side } from '../model/protocol.js';

/** Whose guards read a message: those of the older revision what a newer peer sends, or the other way round. */
export type Age = 'old' | 'new';

/** One reader: an old client is a client of the older revision that reads what a server of the newer one sends. */
export type Reader = `${Age} ${Side}`;

interface Rule {
  /** As in a patch: there is more, there is less, it is otherwise. */
  readonly sign: '+' | '-' | '~';
  /** Whose reading breaks. */
  readonly breaks: readonly Age[];
  readonly reason: string;
  /** What stands behind the path. */
  readonly suffix?: '?';
  /** What happened, in words. */
  readonly say: (was: string, is: string) => string;
}

const ARROW = (was: string, is: string): string => `${was} → ${is}`;

export const rules = {
  'era changed': {
    sign: '~',
    breaks: ['old', 'new'],
    reason: 'The revisions open a conversation in different ways: neither side gets through to the other.',
    say: ARROW,
  },
  'batches allowed': {
    sign: '+',
    breaks: ['old'],
    reason: 'An older reader refuses an array of messages.',
    say: () => 'allowed now',
  },
  'batches forbidden': {
    sign: '-',
    breaks: ['new'],
    reason: 'A newer reader refuses an array of messages.',
    say: () => 'no longer allowed',
  },
  'request added': {
    sign: '+',
    breaks: ['old'],
    reason: 'An older receiver answers "method not found", and no capability tells the sender so before.',
    say: (_, is) => `new, sent by ${is}`,
  },
  'request added behind a capability': {
    sign: '+',
    breaks: [],
    reason: 'An older receiver does not declare the capability, so that a newer sender keeps silent.',
    say: (_, is) => `new, sent by ${is}`,
  },
  'request removed': {
    sign: '-',
    breaks: ['new'],
    reason: 'A newer receiver answers "method not found" to an older sender.',
    say: (was) => `no longer sent by ${was}`,
  },
  'notification added': {
    sign: '+',
    breaks: [],
    reason: 'An older receiver drops a notification that it does not know, and nobody waits for an answer.',
    say: (_, is) => `new, sent by ${is}`,
  },
  'notification removed': {
    sign: '-',
    breaks: ['old'],
    reason: 'An older receiver waits for something that no longer comes.',
    say: (was) => `no longer sent by ${was}`,
  },
  'capability asked for': {
    sign: '~',
    breaks: ['new'],
    reason: 'An older sender does not look whether a newer receiver declares the capability.',
    say: ARROW,
  },
  'capability no longer asked for': {
    sign: '~',
    breaks: ['old'],
    reason: 'A newer sender does not look whether an older receiver declares the capability.',
    say: ARROW,
  },
  'capability replaced': {
    sign: '~',
    breaks: ['old', 'new'],
    reason: 'Sender and receiver look at different capabilities.',
    say: ARROW,
  },
  'capability of the sender changed': {
    sign: '~',
    breaks: [],
    reason:
      'The sender of a notification declares the capability itself; a receiver reads the notification either way.',
    say: ARROW,
  },
  'optional field added': {
    sign: '+',
    suffix: '?',
    breaks: [],
    reason: 'Objects are open: an older reader lets it pass, a newer one does without it.',
    say: (_, is) => is,
  },
  'required field added': {
    sign: '+',
    breaks: ['new'],
    reason: 'An older sender leaves out what a newer reader requires.',
    say: (_, is) => is,
  },
  'optional field removed': {
    sign: '-',
    suffix: '?',
    breaks: [],
    reason: 'An older reader does without it, and a newer one lets it pass, since objects are open.',
    say: (was) => was,
  },
  'required field removed': {
    sign: '-',
    breaks: ['old'],
    reason: 'A newer sender leaves out what an older reader requires.',
    say: (was) => was,
  },
  'field became required': {
    sign: '~',
    breaks: ['new'],
    reason: 'An older sender may leave out what a newer reader requires.',
    say: () => 'required now',
  },
  'field became optional': {
    sign: '~',
    breaks: ['old'],
    reason: 'A newer sender may leave out what an older reader requires.',
    say: () => 'optional now',
  },
  'envelope stated': {
    sign: '+',
    breaks: [],
    reason: 'On the wire a message has its envelope, whether its definition states it or not.',
    say: (_, is) => `${is}, of the envelope`,
  },
  'envelope no longer stated': {
    sign: '-',
    breaks: [],
    reason: 'On the wire a message has its envelope, whether its definition states it or not.',
    say: (was) => `${was}, of the envelope`,
  },
  'type widened': {
    sign: '~',
    breaks: ['old'],
    reason: 'A newer sender may send values that an older reader refuses.',
    say: (was, is) => `${was} → ${is}, wider`,
  },
  'type narrowed': {
    sign: '~',
    breaks: ['new'],
    reason: 'An older sender may send values that a newer reader refuses.',
    say: (was, is) => `${was} → ${is}, narrower`,
  },
  'type replaced': {
    sign: '~',
    breaks: ['old', 'new'],
    reason: 'Each side may send values that the other refuses.',
    say: ARROW,
  },
  'type restated': {
    sign: '~',
    breaks: [],
    reason: 'Each reader accepts all that the other side sends: the same values, said in another way.',
    say: (was, is) => `${was} → ${is}, the same values`,
  },
  'member added': {
    sign: '~',
    breaks: ['old'],
    reason: 'An older reader refuses a member of a union that it does not know.',
    say: (_, is) => `also ${is}`,
  },
  'member removed': {
    sign: '~',
    breaks: ['new'],
    reason: 'A newer reader refuses a member of a union that it no longer knows.',
    say: (was) => `no longer ${was}`,
  },
  'covered member added': {
    sign: '~',
    breaks: [],
    reason: 'Another member lets its values pass in the older revision, too.',
    say: (_, is) => `also ${is}`,
  },
  'covered member removed': {
    sign: '~',
    breaks: [],
    reason: 'Another member lets its values pass in the newer revision, too.',
    say: (was) => `no longer ${was}`,
  },
  'literal added': {
    sign: '~',
    breaks: ['old'],
    reason: 'An older reader refuses a value that it does not know.',
    say: (_, is) => `also ${is}`,
  },
  'literal removed': {
    sign: '~',
    breaks: ['new'],
    reason: 'A newer reader refuses a value that it no longer knows.',
    say: (was) => `no longer ${was}`,
  },
  'known value added': {
    sign: '~',
    breaks: [],
    reason: 'The list of values is open: a reader accepts those that it does not know.',
    say: (_, is) => `also ${is}, among others`,
  },
  'known value removed': {
    sign: '~',
    breaks: [],
    reason: 'The list of values is open: a reader accepts those that it does not know.',
    say: (was) => `no longer ${was}, but others`,
  },
  'bounds loosened': {
    sign: '~',
    breaks: ['old'],
    reason: 'A newer sender may go beyond the bounds of an older reader.',
    say: ARROW,
  },
  'bounds tightened': {
    sign: '~',
    breaks: ['new'],
    reason: 'An older sender may go beyond the bounds of a newer reader.',
    say: ARROW,
  },
  'keyword changed': {
    sign: '~',
    breaks: [],
    reason: 'A keyword such as format binds senders; guards do not check it.',
    say: ARROW,
  },
  'other keys stated': {
    sign: '~',
    breaks: [],
    reason: 'Objects are open, whether that is stated or not.',
    say: () => 'keys of any name are stated',
  },
  'other keys no longer stated': {
    sign: '~',
    breaks: [],
    reason: 'Objects are open, whether that is stated or not.',
    say: () => 'keys of any name are no longer stated',
  },
  deprecated: { sign: '~', breaks: [], reason: 'It still works.', say: () => 'deprecated' },
  'no longer deprecated': { sign: '~', breaks: [], reason: 'It works as before.', say: () => 'no longer deprecated' },
  renamed: {
    sign: '~',
    breaks: [],
    reason: 'Names of definitions do not travel; the values are told apart as before.',
    say: (was, is) => `renamed: ${was} → ${is}`,
  },
  'constant changed': {
    sign: '~',
    breaks: [],
    reason: 'A constant does not travel by itself; where a type refers to it, that is told of there.',
    say: ARROW,
  },
} as const satisfies { readonly [kind: string]: Rule } & { readonly [Kind in DifferenceKind]: Rule };

export type ChangeKind = keyof typeof rules;

/** A change, before it is known who reads the place. */
export interface Difference extends Omit<ShapeDifference, 'kind'> {
  readonly kind: ChangeKind;
}

/** A change, and whom it breaks: nobody, if it is compatible. */
export interface Change extends Difference {
  readonly breaks: readonly Reader[];
}

/** Says whom a difference breaks, among those who read the place. */
export function classify(difference: Difference, readers: readonly Side[]): Change {
  const { breaks }: Rule = rules[difference.kind];
  return { ...difference, breaks: readers.flatMap((side) => breaks.map((age): Reader => `${age} ${side}`)) };
}

/** A change in one line: `+ title?: string`. */
export function describeChange({ kind, path, was = '', is = '' }: Difference): string {
  const { sign, say, suffix }: Rule = rules[kind];
  return path === '' ? `${sign} ${say(was, is)}` : `${sign} ${path}${suffix ?? ''}: ${say(was, is)}`;
}

/** Why a kind of change breaks what it breaks, or does not. */
export function reasonOf(kind: ChangeKind): string {
  return rules[kind].reason;
}
