/** The parts of the compiler that this package uses. No other module imports it. The build bundles it, so that it need not be installed. */

export { escapeHidden } from '../../generator/printable.js';
export { fileNames } from '../../generator/write/fileNames.js';
export { seal } from '../../generator/write/seal.js';
export { writeFiles } from '../../generator/write/writeFiles.js';
export { WriteError } from '../../generator/write/writeError.js';
