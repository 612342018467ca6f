import { every, within, type Stop } from '@mcp-gen/runtime';
import { randomUUID } from 'node:crypto';
import {
  requestRelay,
  type RouterRelay,
  type RouterMember,
  type RouterNode,
  type SessionPlace,
  type SessionRouter,
} from '@mcp-gen/runtime/cluster';
import type { Connection } from './connection.js';
import type { Keys } from './keys.js';
import type { Refresher } from './refresher.js';

/** The times of a lease, in milliseconds. */
export interface LeaseTimes {
  /** How long a node counts as alive after it last renewed its lease. */
  readonly lease: number;
}

/** Timeout of finding or claiming a session, in milliseconds. */
const TIMEOUT = 2_000;

/** Number of sessions whose claims are checked in one round trip. */
const BATCH_SIZE = 500;

/** The id of a node. */
const NODE = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Routes sessions with Redis: each node has a lease, and the hash of each session names its node. */
export class RedisSessionRouter implements SessionRouter {
  readonly relay: RouterRelay = requestRelay;
  readonly #connection: Connection;
  readonly #keys: Keys;
  readonly #refresher: Refresher;
  readonly #times: LeaseTimes;
  readonly #nodes = new Set<Node>();

  constructor(connection: Connection, keys: Keys, refresher: Refresher, times: LeaseTimes) {
    this.#connection = connection;
    this.#keys = keys;
    this.#refresher = refresher;
    this.#times = times;
  }

  join(member: RouterMember): RouterNode {
    const node = new Node(this.#connection, this.#keys, this.#refresher, this.#times, member);
    this.#nodes.add(node);
    return node;
  }

  /** Ends all nodes. */
  async close(): Promise<void> {
    await Promise.all([...this.#nodes].map((node) => node.leave()));
    this.#nodes.clear();
  }
}

class Node implements RouterNode {
  readonly id: string = randomUUID();
  readonly #connection: Connection;
  readonly #keys: Keys;
  readonly #refresher: Refresher;
  readonly #lease: number;
  readonly #member: RouterMember;
  /** The claims of this node. */
  readonly #claims = new Map<string, number>();
  readonly #stopRenewing: Stop;
  readonly #listening: Promise<() => Promise<void>>;
  /** When the lease ends, by `performance.now()`. Until then, other nodes treat this node as alive. */
  #certainUntil = -Infinity;
  /** Since when the lease was not lost, by `performance.now()`. Other nodes need the time of a lease to renew theirs. */
  #heldSince = Infinity;
  #isRenewing = false;
  #left = false;

  constructor(connection: Connection, keys: Keys, refresher: Refresher, { lease }: LeaseTimes, member: RouterMember) {
    this.#connection = connection;
    this.#keys = keys;
    this.#refresher = refresher;
    this.#lease = lease;
    this.#member = member;
    this.#listening = connection.subscribe(keys.nodeChannel(this.id), {
      message: (text) => this.#take(text),
      resumed: () => member.interrupted(),
    });
    this.#listening.catch(member.report);
    this.#stopRenewing = every(lease / 3, () => void this.#renew());
    void this.#renew();
  }

  get isCertain(): boolean {
    return !this.#left && performance.now() < this.#certainUntil;
  }

  async open(session: string): Promise<number> {
    const [node, claim] = await this.#claim(session, '', 1);
    if (node !== this.id) throw new Error('Another node has a session of the same id');
    this.#keep(session, claim);
    return claim;
  }

  async locate(session: string): Promise<SessionPlace | undefined> {
    const own = this.#claims.get(session);
    if (own !== undefined) return { claim: own };
    const [node, hasRecord] = await this.#ownerOf(session);
    if (NODE.test(node) && (await this.isAlive(node))) return { node };
    return hasRecord ? { isOrphaned: true } : undefined;
  }

  async takeOver(session: string): Promise<number | undefined> {
    const [owner, hasRecord] = await this.#ownerOf(session);
    if (!hasRecord || (NODE.test(owner) && (await this.isAlive(owner)))) return undefined;
    if (!this.isCertain || performance.now() < this.#heldSince + this.#lease) {
      throw new Error('This node has not held its lease for long enough to know which nodes are gone');
    }
    const [node, claim] = await this.#claim(session, owner, 1);
    // Another request to this node may have been faster.
    if (node !== this.id || this.#claims.has(session)) return undefined;
    this.#keep(session, claim);
    return claim;
  }

  async close(session: string): Promise<void> {
    const claim = this.#claims.get(session);
    this.#claims.delete(session);
    this.#refresher.delete(session);
    if (claim !== undefined) await this.#connection.run('deleteSession', this.#keys.session(session), claim);
  }

  /** Returns what Redis has for the node of a session, and whether it has a record. */
  async #ownerOf(session: string): Promise<readonly [node: string, hasRecord: boolean]> {
    const key = this.#keys.session(session);
    const [node, record] = await this.#inTime(this.#connection.client.hmget(key, 'node', 'record'));
    return [node ?? '', typeof record === 'string'];
  }

  async isAlive(node: string): Promise<boolean> {
    return (await this.#inTime(this.#connection.client.exists(this.#keys.node(node)))) === 1;
  }

  async send(node: string, text: string): Promise<boolean> {
    return this.#connection.publish(this.#keys.nodeChannel(node), `${this.id} ${text}`);
  }

  async leave(): Promise<void> {
    if (this.#left) return;
    this.#left = true;
    this.#stopRenewing();
    for (const session of this.#claims.keys()) this.#refresher.delete(session);
    this.#claims.clear();
    const ends = this.#listening.then((end) => end());
    const given = this.#connection.client.del(this.#keys.node(this.id));
    await this.#inTime(Promise.allSettled([ends, given])).catch(() => undefined);
  }

  #keep(session: string, claim: number): void {
    this.#claims.set(session, claim);
    this.#refresher.add(session);
  }

  async #claim(session: string, expected: string, least: number): Promise<readonly [node: string, claim: number]> {
    const key = this.#keys.session(session);
    const result = await this.#inTime(
      this.#connection.run('claim', key, this.id, expected, least, this.#refresher.timeToLive),
    );
    const [node, claim] = result as readonly [string, number];
    return [node, claim];
  }

  #take(text: string): void {
    const at = text.indexOf(' ');
    const from = text.slice(0, at);
    if (NODE.test(from)) this.#member.received(from, text.slice(at + 1));
    else this.#member.report(new TypeError('The channel of this node delivered an invalid message'));
  }

  /** Renews the lease. Its time is counted from before the request, since Redis may receive it at once. */
  async #renew(): Promise<void> {
    if (this.#isRenewing || this.#left) return;
    this.#isRenewing = true;
    const begun = performance.now();
    const key = this.#keys.node(this.id);
    try {
      const renewed = await this.#inTime(this.#connection.client.set(key, '1', 'PX', this.#lease, 'XX'));
      const wasCertain = performance.now() < this.#certainUntil;
      if (renewed === 'OK' && wasCertain) {
        this.#certainUntil = begun + this.#lease;
        return;
      }
      await this.#listening;
      await this.#inTime(this.#connection.client.set(key, '1', 'PX', this.#lease));
      const confirmed = await this.#checkClaims(begun);
      this.#heldSince = confirmed;
      this.#certainUntil = confirmed + this.#lease;
    } catch {
      // The connection has been reported; until the next attempt succeeds the node is not certain.
    } finally {
      this.#isRenewing = false;
    }
  }

  /**
   * Checks all claims after the lease was lost: other nodes may have claimed sessions, and Redis may have lost them. Returns when the lease was
   * last renewed, since checking many claims can take longer than a lease.
   */
  async #checkClaims(begun: number): Promise<number> {
    const all = [...this.#claims];
    const { client } = this.#connection;
    let renewed = begun;
    for (let from = 0; from < all.length; from += BATCH_SIZE) {
      await Promise.all(all.slice(from, from + BATCH_SIZE).map(([session, claim]) => this.#checkClaim(session, claim)));
      const now = performance.now();
      const isKept = await this.#inTime(client.set(this.#keys.node(this.id), '1', 'PX', this.#lease, 'XX'));
      if (isKept !== 'OK') throw new Error('The lease was lost again');
      renewed = now;
    }
    return renewed;
  }

  async #checkClaim(session: string, claim: number): Promise<void> {
    const [node, current] = await this.#claim(session, '', claim);
    if (node !== this.id) {
      this.#claims.delete(session);
      this.#refresher.delete(session);
      this.#member.lost(session);
    } else if (this.#claims.has(session)) {
      const record = await this.#inTime(this.#connection.client.hexists(this.#keys.session(session), 'record'));
      if (current === claim && record === 1) return;
      this.#claims.set(session, current);
      this.#member.forgotten(session, current);
    }
  }

  #inTime<Value>(answer: Promise<Value>): Promise<Value> {
    return within(TIMEOUT, answer, () => new Error(`Redis did not answer within ${TIMEOUT} ms`));
  }
}
