export interface Order {
  customer: {
    name: string;
    address?: { town: string };
  };
  /** An object with nothing in it. */
  marker: {};
  items: { price: number }[];
}
