import type { IndexedFile } from '../types/file-facts.ts';

/**
 * How a language is read: `deep` by a parser and the flow engine, `lexer` by the one-pass lexer, `text` by
 * lines only.
 */
export type LexerFamily =
  | 'c'
  | 'csharp'
  | 'go'
  | 'hash'
  | 'java'
  | 'javascript'
  | 'kotlin'
  | 'lisp'
  | 'markup'
  | 'php'
  | 'python'
  | 'ruby'
  | 'rust'
  | 'sql'
  | 'css'
  | 'text';

export interface Language {
  /** Linguist's name. */
  name: string;
  kind: IndexedFile['kind'];
  family: LexerFamily;
}

type Row = [
  name: string,
  kind: Language['kind'],
  family: LexerFamily,
  extensions: string,
  fileNames?: string,
];

const rows: Row[] = [
  ['JavaScript', 'code', 'javascript', 'js mjs cjs jsx es6 jsm', 'Jakefile'],
  ['TypeScript', 'code', 'javascript', 'ts mts cts'],
  ['TSX', 'code', 'javascript', 'tsx'],
  ['Vue', 'code', 'markup', 'vue'],
  ['Svelte', 'code', 'markup', 'svelte'],
  ['Java', 'code', 'java', 'java'],
  ['Python', 'code', 'python', 'py pyw pyi wsgi', 'SConstruct SConscript wscript'],
  ['Go', 'code', 'go', 'go'],
  ['C#', 'code', 'csharp', 'cs csx'],
  ['PHP', 'code', 'php', 'php php3 php4 php5 phtml phpt'],
  [
    'Ruby',
    'code',
    'ruby',
    'rb rake gemspec ru',
    'Rakefile Gemfile Podfile Vagrantfile Capfile Guardfile Fastfile',
  ],
  ['Rust', 'code', 'rust', 'rs'],
  ['Kotlin', 'code', 'kotlin', 'kt kts'],
  ['C', 'code', 'c', 'c'],
  ['C++', 'code', 'c', 'cc cpp cxx c++ hpp hh hxx ipp tpp'],
  ['Objective-C', 'code', 'c', 'm'],
  ['Swift', 'code', 'kotlin', 'swift'],
  ['Scala', 'code', 'kotlin', 'scala sc'],
  ['Groovy', 'code', 'java', 'groovy gvy', 'Jenkinsfile'],
  ['Gradle', 'config', 'java', 'gradle'],
  ['Dart', 'code', 'java', 'dart'],
  ['Solidity', 'code', 'java', 'sol'],
  ['Zig', 'code', 'rust', 'zig'],
  ['Perl', 'code', 'hash', 'pl pm'],
  ['R', 'code', 'hash', 'r'],
  ['Julia', 'code', 'hash', 'jl'],
  ['Elixir', 'code', 'hash', 'ex exs'],
  ['Shell', 'code', 'hash', 'sh bash zsh ksh bats', '.bashrc .profile .zshrc gradlew'],
  ['PowerShell', 'code', 'hash', 'ps1 psm1 psd1'],
  ['Lua', 'code', 'sql', 'lua'],
  ['Haskell', 'code', 'sql', 'hs'],
  ['SQL', 'data', 'sql', 'sql ddl'],
  ['PLpgSQL', 'code', 'sql', 'pgsql plpgsql'],
  ['Clojure', 'code', 'lisp', 'clj cljs cljc'],
  ['Common Lisp', 'code', 'lisp', 'lisp lsp'],
  ['HTML', 'markup', 'markup', 'html htm xhtml'],
  [
    'XML',
    'data',
    'markup',
    'xml xsd xsl xslt wsdl svg pom csproj fsproj vbproj props targets config resx plist',
    'web.config',
  ],
  ['Java Server Pages', 'code', 'markup', 'jsp jspx'],
  ['HTML+Razor', 'code', 'markup', 'cshtml razor'],
  ['HTML+ERB', 'code', 'markup', 'erb'],
  ['EJS', 'code', 'markup', 'ejs'],
  ['Handlebars', 'markup', 'markup', 'hbs handlebars mustache'],
  ['Jinja', 'markup', 'markup', 'jinja j2 jinja2'],
  ['Twig', 'markup', 'markup', 'twig'],
  ['Pug', 'markup', 'text', 'pug jade'],
  ['CSS', 'markup', 'css', 'css'],
  ['SCSS', 'markup', 'css', 'scss'],
  ['Sass', 'markup', 'css', 'sass'],
  ['Less', 'markup', 'css', 'less'],
  [
    'JSON',
    'data',
    'text',
    'json jsonc json5 webmanifest geojson har avsc',
    '.babelrc .eslintrc .prettierrc composer.lock Pipfile.lock',
  ],
  ['YAML', 'config', 'hash', 'yml yaml', '.clang-format'],
  ['TOML', 'config', 'hash', 'toml', 'Cargo.lock poetry.lock uv.lock Pipfile'],
  ['INI', 'config', 'hash', 'ini cfg conf editorconfig', '.editorconfig .gitconfig .npmrc'],
  ['Java Properties', 'config', 'hash', 'properties'],
  ['Dotenv', 'config', 'hash', 'env', '.env'],
  ['HCL', 'config', 'hash', 'tf tfvars hcl'],
  ['Dockerfile', 'config', 'hash', 'dockerfile', 'Dockerfile Containerfile'],
  ['Makefile', 'config', 'hash', 'mk mak', 'Makefile GNUmakefile makefile'],
  ['CMake', 'config', 'hash', 'cmake', 'CMakeLists.txt'],
  ['Starlark', 'config', 'python', 'bzl star', 'BUILD BUILD.bazel WORKSPACE'],
  ['Nginx', 'config', 'hash', 'nginx', 'nginx.conf'],
  [
    'Ignore List',
    'config',
    'hash',
    'gitignore dockerignore npmignore',
    '.gitignore .dockerignore .npmignore .eslintignore .prettierignore',
  ],
  ['Go Module', 'config', 'java', 'mod', 'go.mod go.work'],
  ['Go Checksums', 'data', 'text', 'sum', 'go.sum'],
  ['GraphQL', 'code', 'hash', 'graphql gql'],
  ['Protocol Buffer', 'code', 'java', 'proto'],
  ['Thrift', 'code', 'java', 'thrift'],
  ['Markdown', 'document', 'text', 'md markdown mdx', 'README'],
  ['reStructuredText', 'document', 'text', 'rst'],
  ['AsciiDoc', 'document', 'text', 'adoc asciidoc'],
  ['Text', 'document', 'text', 'txt text', 'LICENSE LICENCE COPYING NOTICE CHANGELOG AUTHORS CODEOWNERS'],
  ['Batchfile', 'code', 'text', 'bat cmd'],
  ['CSV', 'data', 'text', 'csv tsv'],
  ['Diff', 'data', 'text', 'diff patch'],
  ['Vim Script', 'code', 'text', 'vim'],
  ['Visual Basic .NET', 'code', 'text', 'vb'],
  ['F#', 'code', 'kotlin', 'fs fsx fsi'],
  ['Objective-C++', 'code', 'c', 'mm'],
  ['Yarn Lockfile', 'data', 'hash', '', 'yarn.lock'],
  ['Gemfile Lock', 'data', 'text', '', 'Gemfile.lock'],
];

const byExtension = new Map<string, Language>();
const byFileName = new Map<string, Language>();
const byName = new Map<string, Language>();
for (const [name, kind, family, extensions, fileNames] of rows) {
  const language: Language = { name, kind, family };
  byName.set(name, language);
  for (const extension of extensions.split(' ')) if (extension !== '') byExtension.set(extension, language);
  for (const fileName of fileNames?.split(' ') ?? []) byFileName.set(fileName.toLowerCase(), language);
}

const interpreters: [RegExp, string][] = [
  [/\b(?:node|deno|bun)\b/, 'JavaScript'],
  [/\bts-node\b|\btsx\b/, 'TypeScript'],
  [/\bpython[\d.]*\b/, 'Python'],
  [/\bruby\b/, 'Ruby'],
  [/\bphp\b/, 'PHP'],
  [/\bperl\b/, 'Perl'],
  [/\bRscript\b/, 'R'],
  [/\b(?:ba|z|k|da|a)?sh\b/, 'Shell'],
];

/** Extensions that are always binary, so that such files need not be read. */
const binaryExtensions = new Set(
  (
    'png jpg jpeg gif bmp ico webp avif tif tiff psd pdf zip gz tgz bz2 xz 7z rar jar war ear class dll so dylib exe ' +
    'a o obj lib pyc pyo woff woff2 ttf otf eot mp3 mp4 m4a avi mov mkv webm wav ogg flac sqlite db mdb bin dat wasm node ' +
    'keystore jks p12 pfx der doc docx xls xlsx ppt pptx odt swf iso img dmg pack idx npy npz parquet onnx pkl'
  ).split(' '),
);

export function hasBinaryExtension(path: string): boolean {
  return binaryExtensions.has(extensionOf(path));
}

/**
 * The language by name and extension, then (for shared extensions) by content; `start` is the file's first 4
 * kB.
 */
export function detectLanguage(path: string, start: string): Language | null {
  const fileName = path.slice(path.lastIndexOf('/') + 1);
  const lower = fileName.toLowerCase();
  const named = byFileName.get(lower);
  if (named !== undefined) return named;
  if (/^(?:dockerfile|containerfile)[.-]/.test(lower)) return languageNamed('Dockerfile');
  if (/^\.env(?:\.|$)/.test(lower)) return languageNamed('Dotenv');
  const extension = extensionOf(path);
  const shared = detectShared(extension, start);
  if (shared !== null) return languageNamed(shared);
  const found = byExtension.get(extension);
  if (found !== undefined) return found;
  return start.startsWith('#!') ? byShebang(start) : null;
}

/** Extensions shared by several languages. */
function detectShared(extension: string, start: string): string | null {
  switch (extension) {
    case 'h':
      return /^[^\S\n]*(?:class\s+\w+|namespace\s+\w+|template\s*<|using\s+\w|#include <(?:string|vector|memory|iostream)>)/m.test(
        start,
      )
        ? 'C++'
        : 'C';
    case 'ts':
      return start.startsWith('<?xml') || /<!DOCTYPE TS>/.test(start) ? 'XML' : null;
    case 'inc':
      return start.includes('<?php') ? 'PHP' : null;
    case 'tpl':
      return start.includes('<?php') ? 'PHP' : 'HTML';
    default:
      return null;
  }
}

function byShebang(start: string): Language | null {
  const line = start.slice(0, start.indexOf('\n') === -1 ? 200 : start.indexOf('\n'));
  const name = interpreters.find(([pattern]) => pattern.test(line))?.[1];
  return name === undefined ? null : languageNamed(name);
}

const languageNamed = (name: string): Language | null => byName.get(name) ?? null;

function extensionOf(path: string): string {
  const dot = path.lastIndexOf('.');
  return dot > path.lastIndexOf('/') ? path.slice(dot + 1).toLowerCase() : '';
}
