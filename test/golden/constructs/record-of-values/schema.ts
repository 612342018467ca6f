/** Values by name, each of one type. */
export interface Dictionary {
  [key: string]: string;
}

export interface Entry {
  count: number;
}

export interface Shelf {
  size: number;
  texts: { [key: string]: string };
  entries?: { [key: string]: Entry };
  anything: { [key: string]: unknown };
  other: Record<string, unknown>;
}

/** Named properties beside values of any name. */
export interface Mixed {
  id: number;
  [key: string]: unknown;
}
