import { type IndexedModel, indexModel, type LanguageModel } from '../flow/language-model.ts';
import { nativeModel } from './c/library/native-model.ts';
import { csharpModel } from './csharp/library/csharp-model.ts';
import { dartModel } from './dart/library/dart-model.ts';
import { goModel } from './go/library/go-model.ts';
import { hooksOf } from './hooks.ts';
import { scriptModel } from './javascript/library/script-model.ts';
import { androidJavaModel, kotlinModel } from './kotlin/library/kotlin-model.ts';
import { phpModel } from './php/library/php-model.ts';
import { pythonModel } from './python/library/python-model.ts';
import { rubyModel } from './ruby/library/ruby-model.ts';
import { rustModel } from './rust/library/rust-model.ts';
import { scalaModel } from './scala/library/scala-model.ts';
import { semanticsOf } from './semantics.ts';
import { swiftModel } from './swift/library/swift-model.ts';

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
  Dart: dartModel,
  Scala: scalaModel,
  Swift: swiftModel,
};
const indexed = new Map<string, IndexedModel>();

export function modelFor(language: string): IndexedModel {
  let model = indexed.get(language);
  if (model === undefined) {
    model = indexModel(models[language] ?? empty, semanticsOf(language), hooksOf(language));
    indexed.set(language, model);
  }
  return model;
}

export function hasModel(language: string): boolean {
  return models[language] !== undefined;
}
