export { decodeText } from '../read/files/classify-file.ts';
export { analyzeFiles, defaultLimits } from './analyze-files.ts';
export { followClaimed, textReader } from './find-flows.ts';
export { Incremental, type Reused } from './incremental.ts';
export { scanAlong } from './scan-files.ts';
