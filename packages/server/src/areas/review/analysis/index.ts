export { analyzeFiles, engineVersion } from './analyze-files.ts';
