import { isScript } from './syntax.ts';

/** Code around a pattern that makes it a file of its language. */
interface Wrapping {
  before: string;
  after: string;
  kind?: 'ts';
  /** For patterns of this form only. */
  only?: RegExp;
}

const plain: Wrapping = { before: '', after: '' };
const inClass: Wrapping = { before: 'class Mw_ {\n', after: '\n}' };

const wrappings: Readonly<Record<string, readonly Wrapping[]>> = {
  script: [
    { before: '(', after: '\n)' },
    { before: '({', after: '\n})', only: /^[\w$'"]+\s*:\s/ },
    plain,
    { before: 'async function* Mw_() {\n', after: '\n}' },
    inClass,
    { before: '(', after: '\n)', kind: 'ts' },
    { ...plain, kind: 'ts' },
    { ...inClass, kind: 'ts' },
    { before: 'switch (Mw_) {\n', after: '\n}' },
    { before: '(<Mw_ ', after: '/>)' },
  ],
  Python: [
    plain,
    { before: 'try:\n  Mw_\n', after: '\n' },
    { before: '', after: '\n  Ell_' },
    { before: '', after: '\ndef Ell_(Ell_):\n  Ell_' },
    { before: '{', after: '}' },
  ],
  Java: [
    plain,
    { before: '', after: ';' },
    inClass,
    { before: 'class Mw_ {\n', after: ';\n}' },
    { before: 'class Mw_ {\n', after: '\nEll_ Ell_;\n}' },
    { before: 'class Mw_ { void Mw_() {\n', after: '\n} }' },
    { before: '', after: ' {}' },
    { before: '', after: ' class Mw_ {}' },
  ],
  Go: [
    { before: '', after: '\n' },
    { before: 'func Mw_() {\n', after: '\n}' },
    { before: 'var Mw_ = ', after: '\n' },
    { before: 'var Mw_ = Mw_{', after: '}\n' },
    { before: 'type Mw_ struct {\n', after: '\n}' },
  ],
  'C#': [
    plain,
    { before: '', after: ';' },
    inClass,
    { before: 'class Mw_ {\n', after: ';\n}' },
    { before: 'class Mw_ { void Mw_() {\n', after: '\n} }' },
    { before: 'class Mw_ { void Mw_() {\n', after: ';\n} }' },
    { before: 'var Mw_ = new Mw_ { ', after: ' };' },
    { before: 'class Mw_ {\n', after: '\nEll_ Ell_;\n}' },
  ],
  PHP: [
    { before: '<?php ', after: '' },
    { before: '<?php ', after: ';' },
    { before: '<?php class Mw_ {\n', after: '\n}' },
    { before: '<?php [', after: '];' },
  ],
  C: [
    { before: 'void Mw_() {\n', after: '\n}' },
    { before: 'void Mw_() {\n', after: ';\n}' },
    plain,
    { before: '', after: ';' },
  ],
  Ruby: [plain, { before: 'begin\n', after: '\nend' }, { before: '{', after: '}' }],
  Rust: [plain, { before: 'fn mw_() {\n', after: '\n}' }, { before: 'fn mw_() {\n', after: ';\n}' }],
  Kotlin: [plain, { before: 'fun mw_() {\n', after: '\n}' }, inClass],
  Swift: [
    plain,
    inClass,
    { before: 'func mw_() {\n', after: '\n}' },
    { before: 'switch Mw_ {\n', after: '\n}' },
  ],
  Dart: [plain, inClass, { before: 'void mw_() {\n', after: '\n}' }],
  Scala: [
    plain,
    { before: 'object Mw_ {\n', after: '\n}' },
    { before: 'def mw_() = {\n', after: '\n}' },
    { before: 'Mw_ match {\n', after: '\n}' },
  ],
};

/** In the order in which they are tried. */
export function wrappingsOf(language: string): readonly Wrapping[] {
  const family = isScript(language) ? 'script' : language === 'C++' ? 'C' : language;
  return wrappings[family] ?? [plain];
}
