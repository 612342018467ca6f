export interface Part {
  whole: Hole;
  toString: string;
}

export interface Part {}

export type Circle = Circle | string;

export interface Promise {}
