export interface Stamped {
  at: number;
}

export interface Signed {
  by: string;
}

export type Certificate = Stamped & Signed;

export type Receipt = Stamped & { amount: number };

export interface File {
  certificate: Certificate;
  receipts: (Stamped & Signed)[];
}
