// Valid values of the messages of a revision, for its generated tables.
import { MetaKey } from '@mcp-gen/runtime';

/** The name and version of all programs of the history. */
export const INFO = { name: 'history', version: '1.0.0' };

/** How many random values are drawn to find one that guards and senders accept. */
const ATTEMPTS = 200;

/** Draws values of messages. */
export class Values {
  #revision;
  #sampleOf;

  /**
   * @param revision the generated tables
   * @param sampleOf returns a value of a definition, each time another one
   */
  constructor(revision, sampleOf) {
    this.#revision = revision;
    this.#sampleOf = sampleOf;
  }

  /** Returns the entry of a message in the generated tables. */
  entryOf({ kind, method, sender }) {
    const receiver = sender === 'client' ? 'server' : 'client';
    const table = { request: 'requests', question: 'questions', notification: 'notifications' }[kind];
    const entry = this.#revision[receiver][table]?.[method];
    if (entry === undefined) throw new Error(`The table of the ${receiver} has no ${method}`);
    return entry;
  }

  /** Returns params that the guard and the sender's check accept, without the metadata that the runtime adds. */
  params(type, { params: guard, checkParams: check }) {
    const { ProtocolVersion, ClientInfo, ClientCapabilities } = MetaKey;
    const added = { [ProtocolVersion]: this.#revision.id, [ClientInfo]: INFO, [ClientCapabilities]: {} };
    return this.#sample(type, guard, check, this.#revision.era === 'session' ? {} : { _meta: added });
  }

  /** Returns a result that the guard and the sender's check accept. */
  result(type, { result: guard, checkResult: check }) {
    return this.#sample(type, guard, check, this.#revision.era === 'session' ? {} : { resultType: 'complete' });
  }

  /** @param added what the runtime adds, unless the definition does not allow it */
  #sample(type, guard, check, added) {
    const isValid = (value) => guard(value) && check?.(value) === undefined;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const value = this.#sampleOf(type);
      // Random answers belong to no question.
      const { _meta, resultType, inputResponses, requestState, ...plain } = value;
      if (isValid({ ...plain, ...added })) return plain;
      const withMeta = { ...plain, _meta };
      if (isValid({ ...withMeta, ...added, _meta: { ..._meta, ...added._meta } })) return withMeta;
      // What is left out can be required.
      if (isValid(value)) return value;
      const { _meta: _, ...withoutMeta } = value;
      if (isValid({ ...withoutMeta, ...added })) return withoutMeta;
    }
    throw new Error(`No valid value of ${type} in ${ATTEMPTS} attempts`);
  }
}
