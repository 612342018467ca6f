/** A cursor. */
export type Cursor = string;

export interface Page<T> {
  /** The items. */
  items: T[];
  next?: Cursor;
}

export interface Item {
  /** @minimum 1 */
  id: number;
}

export interface Item {
  name: string | null;
}

export interface Items extends Page<Item> {
  total: number;
}

export type Optional<T> = { [Key in keyof T]?: T[Key] extends string | null ? NonNullable<T[Key]> : T[Key] };

export interface Resolved {
  page: Page<Item>;
  patch: Optional<Item>;
  size: Exclude<'small' | 'large' | 'none', 'none'>;
  name?: NonNullable<Item['name']>;
  key: keyof Item;
  label: `${'a' | 'b'}-label`;
  pair: [number, number];
  some: [string, ...string[]];
  path: `/${string}`;
  signs: -1[];
}
