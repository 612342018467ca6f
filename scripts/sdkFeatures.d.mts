import type { Sdk } from '../generator/diff/sdkFeatures.js';

export function sdkFeatures(root: string): Sdk;
