// Says what one side must do about a change that breaks programs.
import { otherSide } from '../../dist/model/protocol.js';
import { valuesIn } from './sentences.mjs';

/** What readers and senders must do, by rule. Placeholders are those of the sentences. */
const DUTIES = {
  'request-added': { read: 'Answer the request {name}.' },
  'request-removed': { send: 'Stop sending the request {name}.' },
  'notification-removed': { read: 'Do not wait for {name}.' },
  'required-field-added': { send: 'Always send {it}{in}.' },
  'required-field-removed': { read: 'Accept messages without {it}{in}.' },
  'field-became-required': { send: 'Always send {it}{in}.' },
  'field-became-optional': { read: 'Accept messages without {it}{in}.' },
  'type-widened': { read: 'Accept {is} as {it}{in}.' },
  'type-narrowed': { send: 'Send only {is} as {it}{in}.' },
  'type-replaced': { read: 'Accept {is} as {it}{in}.', send: 'Send {is} as {it}{in}.' },
  'member-added': { read: 'Accept {is} as {it}{in}.' },
  'member-removed': { send: 'Stop sending {was} as {it}{in}.' },
  'literal-added': { read: 'Accept {is} as {it}{in}.' },
  'literal-removed': { send: 'Stop sending {was} as {it}{in}.' },
  'bounds-loosened': { read: 'Accept values with these limits as {it}{in}: {is}.' },
  'bounds-tightened': { send: 'Send only values with these limits as {it}{in}: {is}.' },
};

/**
 * Returns the sentences of one side. Advice with a source is written for this very change, and is used as it is.
 *
 * @param subject what the change is about, as for `sentenceOf`
 */
export function dutiesOf(change, subject, side) {
  const { rule, breaks, advice } = change;
  const values = valuesIn(change, subject);
  const own = advice.filter((each) => each.side === side);
  const phrases = DUTIES[rule];
  if (phrases === undefined || own.some(({ source }) => source !== undefined)) {
    const place = values.name || `${values.it}${values.in}`;
    return own.map(({ todo }) => (place === '' ? todo : `${place}: ${todo}`));
  }
  const texts = [
    breaks.includes(`new ${otherSide(side)}`) ? phrases.send : undefined,
    breaks.includes(`old ${side}`) ? phrases.read : undefined,
  ];
  return texts.flatMap((text) => (text === undefined ? [] : [values.fill(text)]));
}
