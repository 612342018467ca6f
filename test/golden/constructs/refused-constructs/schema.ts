export enum Colour {
  Red,
}

export interface Box<T> {
  open?(): void;
  content: [T, string];
  label: `box ${string}`;
}

export type Lookup = { [key: number]: string };
