export { analyzeFiles } from './analyze-files.ts';
