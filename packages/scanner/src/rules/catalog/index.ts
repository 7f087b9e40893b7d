export { catalog } from './catalog.ts';
export { readExamples } from './examples.ts';
