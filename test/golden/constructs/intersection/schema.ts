export interface Stamped {
  at: number;
}

export interface Signed {
  by: string;
}

export type Certificate = Stamped & Signed;

export type Receipt = Stamped & { amount: number };

/** Names of helpers do not repeat a word. */
export interface TimeoutError {
  error: Stamped & { data: { after: number } };
}

export interface File {
  certificate: Certificate;
  receipts: (Stamped & Signed)[];
}
