// Installs the packages of model vendors, with which the programs of docs/models.md run. Usage: npm run vendors
import { installApart } from './installApart.mjs';

installApart('test/vendors');
