import type { Registry } from '../../generator/analyze/registry.js';

export interface HandWritten {
  readonly kind: 'conversions' | 'row' | 'use' | 'era' | 'literal';
  readonly file: string;
  readonly line: number;
  readonly lines: number;
  readonly about: string;
}

export function linesOfRevision(root: string, registry: Registry, revision: string): readonly HandWritten[];

export function linesWithName(root: string, registry: Registry, name: string): readonly HandWritten[];

export function namesOf(root: string, registry: Registry): ReadonlySet<string>;
