export interface Base {
  required: string;
  text: string;
}

export interface Wider extends Base {
  required?: string;
  text: string | number;
}
