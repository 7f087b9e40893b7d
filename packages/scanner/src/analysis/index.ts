export { decodeText } from '../read/files/classify-file.ts';
export { analyzeFiles } from './analyze-files.ts';
export { followClaimed, textReader } from './find-flows.ts';
export { scanAlong } from './scan-files.ts';
