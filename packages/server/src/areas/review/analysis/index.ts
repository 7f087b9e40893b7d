export { analyzeFiles } from './analyze-files.ts';
export { decodeText } from './files/classify-file.ts';
export { byPath } from './files/scan-files.ts';
export { isVendoredPath } from './files/third-party.ts';
