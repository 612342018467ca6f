export enum Colour {}

export interface Box {
  open?(): void;
  content: Map<string, Date>;
  label: symbol;
  1: string;
}

export type Lookup = { [key: number]: string };

export class Lid {}
