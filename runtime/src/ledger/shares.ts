import { networksOf } from './networks.js';

/**
 * A limit on something that all callers share. Below it, everyone takes what is there. At the limit, the largest holder gives way: a
 * holder with less takes one of its items, and the largest holder itself gets nothing more.
 *
 * Each declaration is a row of the table of shared limits in SECURITY.md.
 */
export interface SharedLimit {
  /** What is limited, in the plural: `open sessions`. */
  readonly what: string;
  /** The option that sets the limit: `limits.sessionLimit`. Undefined if it is fixed. */
  readonly option?: string | undefined;
  /** The class whose option it is: `MemoryTaskStore`. Undefined for servers. */
  readonly of?: string | undefined;
  /** The default limit. */
  readonly most: number;
  /** What `most` counts. Default: items. */
  readonly unit?: string | undefined;
  /** What happens to the item that the largest holder loses: `it ends, with status 404 for its next request`. */
  readonly loses: string;
  /** What the largest holder gets instead of another item: `status 503`. */
  readonly refused: string;
}

/** Returns the reason in the error for the largest holder, if that is another program: it cannot set the limit. */
export function foreignReasonFor({ what }: Pick<SharedLimit, 'what'>): string {
  return `too many ${what}: no caller has more than this one. Try again later`;
}

/** Returns an option, with where it is set: `sessions of MemorySessionStore`. */
export function placeOf(option: string, of: string | undefined): string {
  return of === undefined ? option : `${option} of ${of}`;
}

/** Returns the reason in the error for the program that sets the limit, which is named. */
export function reasonFor({ what, option, of }: SharedLimit): string {
  const limit = option === undefined ? 'the limit' : `the limit ${placeOf(option, of)}`;
  return `too many ${what}: ${limit} is reached, and no caller has more than this one. Try again later`;
}

/** The part of a network that counts: a quarter for each level above its addresses. */
export const PART: number = 1 / 4;

/** A holder, or a network of holders. */
class Node<Item> {
  readonly name: string;
  /** The network around it, or the root. */
  readonly parent: Node<Item> | undefined;
  /** Its members, as a binary heap: the one with the highest score is first, and of several the one that is the oldest. */
  readonly members: Node<Item>[] = [];
  /** The items of a holder with their amounts, oldest first. Undefined for a network. */
  readonly items: Map<Item, number> | undefined;
  /** The last of the items, which need not be moved to the end; undefined if it is not known. */
  newest: Item | undefined = undefined;
  /** The sum of the amounts. */
  used = 0;
  /** How large it is: its own part, or the score of its largest member if that is higher. */
  score = 0;
  /** Its index in the members of its parent; -1 if it is not there. */
  at = -1;
  readonly #part: number;
  /** Its number: older ones have lower numbers. */
  readonly #since: number;

  constructor(
    name: string,
    parent: Node<Item> | undefined,
    items: Map<Item, number> | undefined,
    part: number,
    since: number,
  ) {
    this.name = name;
    this.parent = parent;
    this.items = items;
    this.#part = part;
    this.#since = since;
  }

  /** Returns whether it gives way before another one. */
  givesWayBefore(other: Node<Item>): boolean {
    return this.score > other.score || (this.score === other.score && this.#since < other.#since);
  }

  /** Returns the part of it that counts, with an additional amount. */
  partWith(amount: number): number {
    return (this.used + amount) * this.#part;
  }

  /** Adds an amount, which may be negative, here and in all networks around it. */
  change(amount: number): void {
    this.used += amount;
    this.score = Math.max(this.partWith(0), this.members[0]?.score ?? 0);
    this.parent?.place(this);
    this.parent?.change(amount);
  }

  /** Moves a member to its place in the heap, or removes it if it holds nothing. */
  place(member: Node<Item>): void {
    const { members } = this;
    if (member.used > 0) {
      if (member.at === -1) member.at = members.push(member) - 1;
      return this.#sift(member);
    }
    if (member.at === -1) return;
    const last = members.pop();
    if (last !== undefined && last !== member) {
      this.#put(last, member.at);
      this.#sift(last);
    }
    member.at = -1;
  }

  #sift(member: Node<Item>): void {
    const { members } = this;
    while (member.at > 0) {
      const above = members[(member.at - 1) >> 1];
      if (above === undefined || !member.givesWayBefore(above)) break;
      this.#swap(member, above);
    }
    for (;;) {
      const left = members[2 * member.at + 1];
      const right = members[2 * member.at + 2];
      const larger = right !== undefined && left !== undefined && right.givesWayBefore(left) ? right : left;
      if (larger === undefined || !larger.givesWayBefore(member)) return;
      this.#swap(larger, member);
    }
  }

  #swap(up: Node<Item>, down: Node<Item>): void {
    const { at } = up;
    this.#put(up, down.at);
    this.#put(down, at);
  }

  #put(member: Node<Item>, at: number): void {
    this.members[at] = member;
    member.at = at;
  }
}

/**
 * Counts the items that callers hold of something that they share, and finds the largest holder. A holder is a caller, or a network
 * address without authentication. Addresses are grouped by the networks around them, so that many addresses of one network are one large
 * holder. Each operation takes logarithmic time.
 */
export class Shares<Item> {
  /** The maximum sum of all amounts. */
  readonly limit: number;
  /** Holders and networks, by name. */
  readonly #nodes = new Map<string, Node<Item>>();
  readonly #root = new Node<Item>('', undefined, undefined, 1, 0);
  /** How many holders and networks there were. */
  #count = 0;

  /** @param limit the maximum sum of all amounts */
  constructor(limit: number) {
    this.limit = limit;
  }

  /** The sum of all amounts. */
  get used(): number {
    return this.#root.used;
  }

  /** The number of holders and networks with items. */
  get size(): number {
    return this.#nodes.size;
  }

  /** Returns the number of items of a holder. */
  count(holder: string): number {
    return this.#nodes.get(holder)?.items?.size ?? 0;
  }

  /** Returns the items of a holder, oldest first. */
  of(holder: string): readonly Item[] {
    return [...(this.#nodes.get(holder)?.items?.keys() ?? [])];
  }

  /** Returns the items of all holders. */
  items(): readonly Item[] {
    return [...this.#nodes.values()].flatMap(({ items }) => [...(items?.keys() ?? [])]);
  }

  /** Returns the oldest item of a holder. */
  oldest(holder: string): Item | undefined {
    return this.#nodes.get(holder)?.items?.keys().next().value;
  }

  /** Counts an item, regardless of the limit. An item that is already counted gets the new amount, and keeps its age. */
  add(holder: string, item: Item, amount: number = 1): void {
    const leaf = this.#leafOf(holder);
    const items = leaf.items as Map<Item, number>;
    const before = items.get(item);
    items.set(item, amount);
    if (before === undefined) leaf.newest = item;
    if (amount !== before) leaf.change(amount - (before ?? 0));
  }

  /** Counts an item like `add`, as the newest one of its holder. */
  renew(holder: string, item: Item, amount: number = 1): void {
    const leaf = this.#leafOf(holder);
    const items = leaf.items as Map<Item, number>;
    const before = items.get(item);
    if (leaf.newest !== item) items.delete(item);
    items.set(item, amount);
    leaf.newest = item;
    if (amount !== before) leaf.change(amount - (before ?? 0));
  }

  /** Stops counting an item. Returns false if it was not counted. */
  delete(holder: string, item: Item): boolean {
    const leaf = this.#nodes.get(holder);
    const amount = leaf?.items?.get(item);
    if (leaf === undefined || amount === undefined) return false;
    leaf.items?.delete(item);
    if (leaf.newest === item) leaf.newest = undefined;
    leaf.change(-amount);
    this.#forget(leaf);
    return true;
  }

  /**
   * Makes room for another item of a holder: at the limit, the largest holder loses items until there is room.
   *
   * @param drop called with each item that is lost. It is no longer counted
   * @param choose returns the item that the largest holder loses, from its items, oldest first. Default: the oldest
   * @returns false if the holder itself would be the largest with the new item, or no item can be lost
   */
  makeRoom(
    holder: string,
    drop: (item: Item) => void,
    amount: number = 1,
    choose?: (items: readonly Item[]) => Item | undefined,
  ): boolean {
    while (this.#root.used + amount > this.limit) {
      const largest = this.#largestWith(holder, amount);
      if (largest === holder) return false;
      if (!this.#lose(largest, drop, choose)) return false;
    }
    return true;
  }

  /**
   * Makes room like `makeRoom`, except that the largest holder loses items itself instead of being refused: its own, or if it has none,
   * those of the largest holder in the smallest network around it. Of several, the one loses that has held something for longest.
   *
   * @param drop called with each item that is lost. It is no longer counted
   * @param choose returns the item that a holder loses, from its items, oldest first. Default: the oldest
   * @returns false if no item can be lost, or the amount alone is above the limit
   */
  displace(
    holder: string,
    drop: (item: Item) => void,
    amount: number = 1,
    choose?: (items: readonly Item[]) => Item | undefined,
  ): boolean {
    if (amount > this.limit) return false;
    while (!this.makeRoom(holder, drop, amount, choose)) {
      const near = this.#nearest(holder);
      if (!this.#lose(near, drop, choose)) return false;
    }
    return true;
  }

  /**
   * Returns how large a holder would be with an additional amount: all that it holds, or the part that counts of a network around it if that
   * is more.
   */
  sizeWith(holder: string, amount: number): number {
    const leaf = this.#leafOf(holder);
    const size = Math.max(...pathTo(leaf).map((node) => node.partWith(amount)));
    this.#forget(leaf);
    return size;
  }

  /** Returns whether a holder would be the largest with an additional amount. */
  isLargestWith(holder: string, amount: number): boolean {
    return this.#largestWith(holder, amount) === holder;
  }

  /** Drops an item of a holder. Returns false if there is none. */
  #lose(
    holder: string,
    drop: (item: Item) => void,
    choose: ((items: readonly Item[]) => Item | undefined) | undefined,
  ): boolean {
    const item = choose === undefined ? this.oldest(holder) : choose(this.of(holder));
    if (item === undefined) return false;
    this.delete(holder, item);
    drop(item);
    return true;
  }

  /** Returns a holder if it has items, or else the largest one in the smallest network around it that has some. */
  #nearest(holder: string): string {
    const leaf = this.#leafOf(holder);
    let nearest: Node<Item> = leaf;
    while (nearest.used === 0 && nearest.parent !== undefined) nearest = nearest.parent;
    for (let next = nearest.members[0]; next !== undefined; next = next.members[0]) nearest = next;
    this.#forget(leaf);
    return nearest.name;
  }

  /** Returns the holder that would be the largest if another one had an additional amount; in doubt, the latter. */
  #largestWith(holder: string, amount: number): string {
    const leaf = this.#leafOf(holder);
    leaf.change(amount);
    const path = pathTo(leaf);
    let largest = this.#root;
    for (let depth = 0; largest.items === undefined; depth++) {
      const [top] = largest.members;
      if (top === undefined) break;
      const own = path[depth];
      largest = own?.parent === largest && own.score === top.score ? own : top;
    }
    leaf.change(-amount);
    this.#forget(leaf);
    return largest.name;
  }

  #leafOf(holder: string): Node<Item> {
    const known = this.#nodes.get(holder);
    if (known !== undefined) return known;
    const networks = networksOf(holder);
    let parent = this.#root;
    for (const [index, network] of networks.entries()) {
      let node = this.#nodes.get(network);
      if (node === undefined) {
        node = new Node<Item>(network, parent, undefined, PART ** (networks.length - index), ++this.#count);
        this.#nodes.set(network, node);
      }
      parent = node;
    }
    const leaf = new Node<Item>(holder, parent, new Map(), 1, ++this.#count);
    this.#nodes.set(holder, leaf);
    return leaf;
  }

  /** Removes a holder without items, and the networks that have no other. */
  #forget(leaf: Node<Item>): void {
    if (leaf.items !== undefined && leaf.items.size > 0) return;
    for (let node = leaf; node.parent !== undefined && node.used === 0; node = node.parent)
      this.#nodes.delete(node.name);
  }
}

/** Returns the nodes from the network below the root to a holder. */
function pathTo<Item>(leaf: Node<Item>): readonly Node<Item>[] {
  const path: Node<Item>[] = [];
  for (let node = leaf; node.parent !== undefined; node = node.parent) path.unshift(node);
  return path;
}
