import type { Sdk } from '../generator/sdk/features.js';

export function sdkFeatures(root: string): Sdk;
