export interface Loose {
  given: unknown;
  maybe?: unknown;
  whatever: any;
  object: object;
  nothing: null;
  text: string | null;
  flag?: boolean;
}
