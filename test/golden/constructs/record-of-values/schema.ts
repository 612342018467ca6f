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

/** A named property, and values of any name, all of one type. */
export interface Labels {
  id: string;
  [key: string]: string;
}

/** Objects by name. */
export interface Tables {
  [key: string]: { [key: string]: unknown };
}
