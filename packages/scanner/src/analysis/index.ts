export { analyzeFiles } from './analyze-files.ts';
export { decodeText } from './files/classify-file.ts';
export { scanAlong } from './files/scan-files.ts';
export { followClaimed, textReader } from './flow/find-flows.ts';
