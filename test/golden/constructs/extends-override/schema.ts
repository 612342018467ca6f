export interface Base {
  /** What the base says of it. */
  kind: string;
  size?: number;
}

export interface Extra {
  extra?: boolean;
}

/** Narrows `kind`, and inherits the rest. */
export interface Special extends Base, Extra {
  kind: 'special';
}

export interface MoreSpecial extends Special {
  size: number;
}
