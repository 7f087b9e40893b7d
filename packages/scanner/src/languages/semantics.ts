import { plainSemantics, type Semantics } from '../ir/semantics.ts';
import { cppSemantics, cSemantics } from './c/semantics.ts';
import { csharpSemantics } from './csharp/semantics.ts';
import { dartSemantics } from './dart/semantics.ts';
import { goSemantics } from './go/semantics.ts';
import { javaSemantics } from './java/semantics.ts';
import { javascriptSemantics, typescriptSemantics } from './javascript/semantics.ts';
import { kotlinSemantics } from './kotlin/semantics.ts';
import { phpSemantics } from './php/semantics.ts';
import { pythonSemantics } from './python/semantics.ts';
import { rubySemantics } from './ruby/semantics.ts';
import { rustSemantics } from './rust/semantics.ts';
import { scalaSemantics } from './scala/semantics.ts';
import { swiftSemantics } from './swift/semantics.ts';

const rows: Record<string, Semantics> = {
  C: cSemantics,
  'C++': cppSemantics,
  'C#': csharpSemantics,
  Dart: dartSemantics,
  Go: goSemantics,
  Java: javaSemantics,
  JavaScript: javascriptSemantics,
  TSX: typescriptSemantics,
  TypeScript: typescriptSemantics,
  Kotlin: kotlinSemantics,
  PHP: phpSemantics,
  Python: pythonSemantics,
  Ruby: rubySemantics,
  Rust: rustSemantics,
  Scala: scalaSemantics,
  Swift: swiftSemantics,
};

/** The semantics of a language; defaults for one that is only tokenized. */
export function semanticsOf(language: string): Semantics {
  return rows[language] ?? plainSemantics;
}
