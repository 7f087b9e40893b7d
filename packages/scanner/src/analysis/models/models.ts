import { csharpModel } from './csharp.ts';
import { goModel } from './go.ts';
import { androidJavaModel, kotlinModel } from './kotlin.ts';
import { type IndexedModel, indexModel, type LanguageModel } from './model.ts';
import { nativeModel, rustModel } from './native.ts';
import { phpModel } from './php.ts';
import { pythonModel } from './python.ts';
import { rubyModel } from './ruby.ts';
import { scriptModel } from './script.ts';

const empty: LanguageModel = {
  calls: [],
  reads: [],
  sinks: [],
  writes: [],
  cleans: [],
  misuse: [],
  globals: new Map(),
  parameter: () => ({}),
  hints: /(?!)/,
};

const models: Record<string, LanguageModel> = {
  Java: androidJavaModel,
  Kotlin: kotlinModel,
  JavaScript: scriptModel,
  TypeScript: scriptModel,
  TSX: scriptModel,
  Python: pythonModel,
  Go: goModel,
  'C#': csharpModel,
  PHP: phpModel,
  Ruby: rubyModel,
  C: nativeModel,
  'C++': nativeModel,
  Rust: rustModel,
};
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
