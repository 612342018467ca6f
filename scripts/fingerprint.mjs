#!/usr/bin/env node
// Writes the fingerprints of an official schema.json: node scripts/fingerprint.mjs <schema.json> <fingerprints.json>

import { readFileSync, writeFileSync } from 'node:fs';
import { fingerprintsOf } from '../dist/model/fingerprints.js';

const [input, output, ...rest] = process.argv.slice(2);
if (!input || !output || rest.length > 0) {
  console.error('Usage: node scripts/fingerprint.mjs <schema.json> <fingerprints.json>');
  process.exit(2);
}
const fingerprints = fingerprintsOf(JSON.parse(readFileSync(input, 'utf8')));
writeFileSync(output, `${JSON.stringify(fingerprints, undefined, 2)}\n`);
console.log(`${output}: ${Object.keys(fingerprints).length} definitions`);
