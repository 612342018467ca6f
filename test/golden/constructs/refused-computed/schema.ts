export interface Pair {
  left: string;
  right: string;
}

export interface Left extends Pick<Pair, 'lift'> {}

export type Right = Pick<Pair, 'write'>;

export interface Open {
  [key: string]: unknown;
}

export type Keys = Omit<Open, 'left'>;

export interface Up {
  at: { x: string }[];
}

export interface Down {
  at: { y: string }[] | string;
}

export type Both = Partial<Up & Down>;

export type Each = Partial<string>;
