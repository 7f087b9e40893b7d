export { catalog } from './catalog.ts';
export { readExamples, showFiles } from './examples.ts';
