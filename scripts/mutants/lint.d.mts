import type { Copy } from './copies.mjs';
import type { Mutant } from './sites.mjs';

export function judgeByLint(
  copy: Pick<Copy, 'root' | 'restore'>,
  mutant: Pick<Mutant, 'file' | 'text'>,
  signal?: AbortSignal,
): Promise<{
  readonly outcome?: 'killed' | 'broken';
  readonly by?: 'lint';
  readonly rule?: string;
  readonly why?: string;
}>;
