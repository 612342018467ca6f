/** An expression, and where it stands: `sdk/src/skills/yaml.ts:117`. */
export interface Expression {
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

export function collectExpressions(): {
  readonly expressions: readonly Expression[];
  readonly unknown: readonly string[];
};
