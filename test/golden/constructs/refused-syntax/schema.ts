export interface Unfinished {
  name: string
  size number;
}
