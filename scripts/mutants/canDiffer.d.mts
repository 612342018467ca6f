import type ts from 'typescript';

export function canDiffer(checker: ts.TypeChecker, source: ts.SourceFile, asks: object): boolean;
