/** A line of a drawing. */
export interface Line {
  kind: 'line';
  length: number;
}

/** A circle of a drawing. */
export interface Circle {
  kind: 'circle';
  radius: number;
}

/** The literal in `kind` tells the members apart. */
export type Figure = Line | Circle;

/** A union inside another counts as its members. */
export type Shape = Figure | { kind: 'point'; at: string };
