export interface Tree<T> {
  value: T;
  children: Tree<T>[];
}

export interface Used {
  tree: Tree<string>;
  pair: [string, number];
  pairs: [string, string][];
  label: `box ${number}`;
  date: Partial<Date>;
  scores: Record<number, string>;
}

export interface Maybe {
  text?: string;
}

export type Text = Maybe['text'];

/** @format uri */
export type Uri = string;

export type Link = NonNullable<Uri | null>;
