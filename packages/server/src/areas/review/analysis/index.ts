export { analyzeFiles } from './analyze-files.ts';
export { decodeText, isVendoredPath } from './files/classify-file.ts';
export { byPath } from './files/scan-files.ts';
