export function inputState(root: string): readonly string[];
export function isBuilt(root: string, inputs: readonly string[]): boolean;
export function rememberBuild(root: string, inputs: readonly string[]): void;
