import { readDartTokens } from '../dart/frontend/dart-tokens.ts';
import { lowerDart } from '../dart/frontend/lower-dart.ts';
import { lowerSwift } from '../swift/frontend/lower-swift.ts';
import { readSwiftTokens } from '../swift/frontend/swift-tokens.ts';
import { treeOfForm } from './form-tree/form-tree.ts';
import type { SyntaxTree } from './syntax-tree.ts';

/** The tree of a language with our own parser; null for another. Throws `RangeError` if it is nested too deeply. */
export function parseOwn(language: string, text: string): SyntaxTree | null {
  if (language === 'Swift') return treeOfForm(lowerSwift('', text), readSwiftTokens(text));
  if (language === 'Dart') return treeOfForm(lowerDart('', text), readDartTokens(text));
  return null;
}
