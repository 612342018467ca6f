import type { Arrival } from '../end.js';
import { notes, type Rule } from '../stage.js';

/** Rules for invalid messages. */
export const MALFORMED_RULES: readonly Rule[] = (['server', 'client'] as const).map((at) => ({
  name: `malformed: an invalid message at the ${at} is reported, and the next message arrives`,
  needs: 'malformed',
  async check(stage) {
    await stage.open();
    const [near, far] = at === 'server' ? [stage.server, stage.client] : [stage.client, stage.server];
    await stage.part('garble', 'malformed')(at);
    // If the transport answers each message, the sender may receive the error instead of the receiver.
    const isReported = (): boolean => near.take(isMalformed) || far.take(isUnread);
    await stage.until(isReported, () => `either end to receive an error about the invalid message at the ${at}`);
    const messages = notes(2);
    for (const message of messages) void far.send(message);
    await near.expect(...messages);
  },
}));

function isMalformed(arrival: Arrival): boolean {
  return arrival.kind === 'malformed' && Number.isInteger(arrival.error.code) && arrival.error.message !== '';
}

function isUnread({ kind }: Arrival): boolean {
  return kind === 'unsent' || kind === 'failed';
}
