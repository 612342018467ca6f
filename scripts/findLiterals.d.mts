export interface Literal {
  readonly path: string;
  readonly line: number | undefined;
  readonly kind: string;
  readonly message: string;
}

export declare function findLiterals(folder: string, paths: readonly string[]): readonly Literal[];
