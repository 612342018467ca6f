export interface Part {
  whole: Hole;
  size: number;
  size: string;
}

export interface Part {
  whole: string;
}

export type Circle = Circle | string;

export const LIMIT = 1;

export type Limit = LIMIT;
