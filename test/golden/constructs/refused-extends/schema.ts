export interface Base {
  required: string;
  text: string;
}

export interface Wider extends Base {
  required?: string;
  text: string | number;
}

export type Level = 'low' | 'high';

export interface Deep extends Level {}

export interface Lost extends Nothing {}

export interface Left extends Pick<Base, 'lift'> {}
