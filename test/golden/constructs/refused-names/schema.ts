export interface Part {
  whole: Hole;
}

export interface Part {}

export type Circle = Circle | string;
