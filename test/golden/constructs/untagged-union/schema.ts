export interface Named {
  name: string;
}

export interface Numbered {
  number: number;
}

/** Nothing tells the members apart but trying them. */
export type Label = Named | Numbered;

export type Key = string | number;

export interface Drawer {
  label: Label;
  keys: Key[];
  note?: Named | string;
}
