export const KEY = 'io.example/key';

export enum Color {
  Red = 'red',
  Green = 'green',
}

export interface Base {
  readonly id: string;
  color?: Color | undefined;
}

export interface Item extends Base {
  [KEY]?: Color.Red;
  tags: readonly string[];
}

export type Change = Partial<Omit<Item, 'id'>>;

export type Widths = Record<Color, number | undefined>;

export type Names = Record<string, Base['id']>;
