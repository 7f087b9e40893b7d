export { catalog, type RuleEntry } from './catalog.ts';
export { readExamples, showFiles } from './examples.ts';
