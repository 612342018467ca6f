/**
 * What becomes of edits. Many are made together: if everything becomes as their rows state it together, it does so for each of them, because
 * no two of them state the same. What does not is judged in halves, down to single edits.
 */

import { groupsOf, halvesOf, type Group } from './groups.js';
import type { Row } from './row.js';

/** How edits are judged. Outcomes are objects whose properties are lists, in any order. */
export interface Judging<Outcome extends object> {
  /** The schema without an edit. */
  readonly base: string;
  /** Judges a schema with the edits of some rows. */
  judge(text: string): Promise<Outcome>;
  /** What rows state together. */
  statedBy(rows: readonly Row[]): Outcome;
}

export class Outcomes<Outcome extends object> {
  readonly #judging: Judging<Outcome>;
  /** The edits that are judged together. */
  readonly groups: readonly Group[];
  readonly #groups = new Map<Row, Group>();
  readonly #judged = new Map<Group, Promise<ReadonlyMap<Row, Outcome>>>();

  /** @param rows the edits that may be judged together. Others are judged one by one */
  constructor(judging: Judging<Outcome>, rows: readonly Row[]) {
    this.#judging = judging;
    this.groups = groupsOf(judging.base, rows, (a, b) => this.#stateOthers(a, b));
    for (const group of this.groups) {
      for (const { row } of group.rows) this.#groups.set(row, group);
    }
  }

  async of(row: Row): Promise<Outcome> {
    const group = this.#groups.get(row);
    if (group === undefined) return this.#alone(row);
    const judged = this.#judged.get(group) ?? this.#together(group);
    this.#judged.set(group, judged);
    return (await judged).get(row) ?? this.#alone(row);
  }

  async #alone({ change }: Row): Promise<Outcome> {
    const { base } = this.#judging;
    const text = change(base);
    if (text === base) throw new Error('The change changes nothing');
    return this.#judging.judge(text);
  }

  async #together(group: Group): Promise<ReadonlyMap<Row, Outcome>> {
    const { base, judge, statedBy } = this.#judging;
    const rows = group.rows.map(({ row }) => row);
    const [row, ...others] = rows;
    if (row && others.length === 0) return new Map([[row, await this.#alone(row)]]);
    // What is thrown says nothing of the single edits: one may remove what another one uses.
    const outcome = await judge(group.text).catch(() => undefined);
    if (outcome && inOrder(outcome) === inOrder(statedBy(rows)))
      return new Map(rows.map((each) => [each, statedBy([each])]));
    const halves: (readonly [Row, Outcome])[] = [];
    for (const half of halvesOf(base, group)) halves.push(...(await this.#together(half)));
    return new Map(halves);
  }

  /** Whether two rows state nothing in common: either could hide that the other is wrong. */
  #stateOthers(a: Row, b: Row): boolean {
    const [one, other] = [a, b].map((row) => Object.values(this.#judging.statedBy([row])).flat() as unknown[]);
    return !one?.some((each) => other?.includes(each));
  }
}

function inOrder(outcome: object): string {
  const lists = Object.entries(outcome) as [string, readonly unknown[]][];
  return JSON.stringify(lists.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, list]) => [name, list.toSorted()]));
}
