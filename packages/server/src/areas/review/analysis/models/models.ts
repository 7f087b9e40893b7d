import { javaModel } from './java.ts';
import { pythonModel } from './python.ts';
import { scriptModel } from './script.ts';
import { type IndexedModel, indexModel, type LanguageModel } from './model.ts';

const empty: LanguageModel = {
  calls: [],
  reads: [],
  sinks: [],
  writes: [],
  cleans: [],
  misuse: [],
  globals: {},
  parameter: () => ({}),
  hints: /(?!)/,
};

const models: Record<string, LanguageModel> = { Java: javaModel, Kotlin: javaModel, JavaScript: scriptModel, TypeScript: scriptModel, TSX: scriptModel, Python: pythonModel };
const indexed = new Map<string, IndexedModel>();

export function modelFor(language: string): IndexedModel {
  let model = indexed.get(language);
  if (model === undefined) {
    model = indexModel(models[language] ?? empty);
    indexed.set(language, model);
  }
  return model;
}

export function hasModel(language: string): boolean {
  return models[language] !== undefined;
}
