import type { TextRule } from '../rules/text-rule.ts';
import * as c from './c/rules/index.ts';
import * as csharp from './csharp/rules/index.ts';
import * as dart from './dart/rules/index.ts';
import * as go from './go/rules/index.ts';
import * as java from './java/rules/index.ts';
import * as javascript from './javascript/rules/index.ts';
import * as kotlin from './kotlin/rules/index.ts';
import * as php from './php/rules/index.ts';
import * as python from './python/rules/index.ts';
import * as ruby from './ruby/rules/index.ts';
import * as rust from './rust/rules/index.ts';
import * as scala from './scala/rules/index.ts';
import * as shared from './shared/rules/index.ts';
import * as swift from './swift/rules/index.ts';

/** The rules of the access control agent. Rules for several languages come first. */
export const accessRules: readonly TextRule[] = [
  ...shared.access,
  ...c.access,
  ...csharp.access,
  ...dart.access,
  ...go.access,
  ...java.access,
  ...javascript.access,
  ...kotlin.access,
  ...php.access,
  ...python.access,
  ...ruby.access,
  ...rust.access,
  ...scala.access,
  ...swift.access,
];

/** The rules of the cryptography and transport agent. Rules for several languages come first. */
export const cryptoRules: readonly TextRule[] = [
  ...shared.crypto,
  ...c.crypto,
  ...csharp.crypto,
  ...dart.crypto,
  ...go.crypto,
  ...java.crypto,
  ...javascript.crypto,
  ...kotlin.crypto,
  ...php.crypto,
  ...python.crypto,
  ...ruby.crypto,
  ...rust.crypto,
  ...scala.crypto,
  ...swift.crypto,
];

/** The rules of the injection agent, in addition to the flows. Rules for several languages come first. */
export const injectionRules: readonly TextRule[] = [
  ...c.injection,
  ...csharp.injection,
  ...java.injection,
  ...javascript.injection,
  ...php.injection,
  ...python.injection,
  ...swift.injection,
];
