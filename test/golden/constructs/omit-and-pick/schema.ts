export interface Whole {
  name: string;
  secret: string;
  note?: string;
}

export interface Public extends Omit<Whole, 'secret'> {
  shown: boolean;
}

export interface Brief extends Pick<Whole, 'name' | 'note'> {}
