import type { FindingDraft } from '../../../rules/finding-draft.ts';
import { jsLanguages, type SourceView } from '../../../rules/source-view.ts';

interface SizeForm {
  languages: readonly string[];
  /** Group 1 is the variable that holds a number of the request. */
  read: RegExp;
  /** The part of the match that comes from the request is at its end. */
  isLast?: true;
  /** The use of the size, with `NAME` for the variable. */
  use: string;
}

const bounded = String.raw`\b(?:min|max|clamp|Math\.min|array_slice)\s*\([^;\n]{0,80}NAME\b|(?<![\w.$])NAME\s*(?:<=?|>=?)|(?:<=?|>=?)\s*NAME\b|\.clamp\(|NAME\.(?:min|max|between)\b|\.min\b[^\n]{0,40}NAME|in_array\s*\(\s*NAME|\bin\s+(?:range|[A-Z_]{3,})`;

const forms: readonly SizeForm[] = [
  {
    languages: jsLanguages,
    read: /\b(?:const|let|var)\s+(\w+)\s*=\s*(?:\+|(?:Number|parseInt|Number\.parseInt|parseFloat)\s*\(\s*)(?:String\(\s*)?(?:req|request|ctx|c|event)\b[\w.?!]*(?:query|params|body|queryStringParameters|param)\b/g,
    use: String.raw`\b(?:Buffer\.alloc(?:Unsafe)?|new\s+(?:Array|Uint8Array|ArrayBuffer|Float64Array)|randomBytes)\s*\(\s*NAME\s*[,)]|\.(?:repeat|padStart|padEnd|fill|limit|take)\s*\(\s*NAME\s*[,)]|\b(?:limit|take|pageSize|size|length)\s*:\s*NAME\s*[,})]|\.(?:find\w*|select|list|query)\s*\(\s*\{[^{}]{0,200}(?<![\w.:]\s{0,2})NAME\s*[,}]`,
  },
  {
    languages: ['Python'],
    read: /^[ \t]*(\w+)\s*=\s*int\s*\(\s*(?:request|self\.request|self)\.[\w.]*(?:args|GET|POST|form|json|query_params|values|get_argument|get_query_argument|query|match_info)\b/gm,
    use: String.raw`\b(?:bytearray|bytes|range|os\.urandom|secrets\.token_\w+)\s*\(\s*NAME\s*\)|(?:["'\]]|\bb["'][^"']*["'])\s*\*\s*NAME\b|\.(?:limit|paginate)\s*\(\s*(?:[\w=, ]*=)?NAME\b|\[\s*:\s*NAME\s*\]|\b(?:page_size|per_page|limit)\s*=\s*NAME\s*[,)]`,
  },
  {
    languages: ['Python'],
    read: /\b(\w+)\s*=\s*request\.args\.get\s*\([^()\n]{0,60}\btype\s*=\s*int\s*\)/g,
    use: String.raw`\b(?:bytearray|bytes|range|os\.urandom)\s*\(\s*NAME\s*\)|["'\]]\s*\*\s*NAME\b|\.(?:limit|paginate)\s*\(\s*(?:[\w=, ]*=)?NAME\b|\b(?:page_size|per_page|limit)\s*=\s*NAME\s*[,)]`,
  },
  {
    languages: ['Python'],
    // A route parameter with a default and without a maximum.
    read: /^[ \t]*@\w+\.(?:get|post|route)\([^\n]*\n(?:[ \t]*@[^\n]*\n){0,3}[ \t]*(?:async[ \t]+)?def[ \t]+\w+[ \t]*\((?:[^()]|\([^()]*\)){0,400}?\b(limit|size|page_size|per_page|count|take)[ \t]*:[ \t]*(?:Optional\[)?int\]?[ \t]*(?:\|[ \t]*None[ \t]*)?=[ \t]*(?:\d+|None|Query\([ \t]*(?:default[ \t]*=[ \t]*)?(?:\d+|None)[ \t]*\))(?=\s*[,)])/gm,
    isLast: true,
    use: String.raw`\.(?:limit|paginate|fetchmany)\s*\(\s*(?:[\w=, ]*=)?NAME\b|\[\s*:\s*NAME\s*\]|\b(?:page_size|per_page|limit)\s*=\s*NAME\s*[,)]|\b(?:LIMIT|limit)\b[^\n]{0,60}["']\s*,[^\n]{0,60}\bNAME\b|\brange\s*\(\s*NAME\s*\)|["'\]]\s*\*\s*NAME\b`,
  },
  {
    languages: ['PHP'],
    read: /(\$\w+)\s*=\s*(?:\(int\)\s*|intval\s*\(\s*)(?:\$_(?:GET|POST|REQUEST)\b|\$request->)/g,
    use: String.raw`\b(?:str_repeat\s*\([^,\n]{1,60},|str_pad\s*\([^,\n]{1,60},|array_fill\s*\([^,\n]{1,20},|range\s*\([^,\n]{1,20},|random_bytes\s*\(|openssl_random_pseudo_bytes\s*\(|imagecreatetruecolor\s*\()\s*NAME\b|->(?:limit|take|paginate|simplePaginate|setMaxResults)\s*\(\s*NAME\s*[,)]`,
  },
  {
    languages: ['PHP'],
    read: /(\$\w+)\s*=\s*\$request->(?:integer|input|query|get)\s*\(\s*['"](?:per_?page|limit|size|page_?size|count|take)['"]/g,
    use: String.raw`->(?:limit|take|paginate|simplePaginate|setMaxResults)\s*\(\s*NAME\s*[,)]`,
  },
  {
    languages: ['Ruby'],
    read: /\b(\w+)\s*=\s*(?:Integer\s*\(\s*)?params\[[^\]\n]{1,40}\](?:\.to_i|\s*\))/g,
    use: String.raw`["'\]]\s*\*\s*NAME\b|\.(?:limit|per|first|take)\s*\(?\s*NAME\b|\bArray\.new\s*\(\s*NAME\b|random_bytes\s*\(?\s*NAME|SecureRandom\.\w+\s*\(?\s*NAME\b|\bper_page:\s*NAME\b`,
  },
  {
    languages: ['C++'],
    read: /\b(?:(?:std::)?size_t|auto|int|long|unsigned(?: \w+)?|u?int\d+_t)\s+(\w+)\s*=\s*(?:std::)?sto(?:u?ll?|i)\s*\(\s*(?:req|request)\b/g,
    use: String.raw`\bvector\s*<[^;()]*>\s+\w+\s*[({]\s*NAME\b|\bnew\s+\w+\s*\[\s*NAME\b|\b[mc]alloc\s*\(\s*NAME\b|\.(?:resize|reserve)\s*\(\s*NAME\b|\bstring\s*\w*\s*\(\s*NAME\s*,`,
  },
];

/** Sizes given directly in the call, without a variable. */
const inPlace: readonly { languages: readonly string[]; pattern: RegExp }[] = [
  {
    languages: jsLanguages,
    pattern:
      /\b(?:Buffer\.alloc(?:Unsafe)?|new\s+Array|new\s+Uint8Array)\s*\(\s*(?:\+|Number\(|parseInt\()\s*(?:req|request|ctx)\b|\.(?:repeat|limit|take)\s*\(\s*(?:\+|Number\(|parseInt\()\s*(?:req|request|ctx)\.[^;\n]{1,80}\)|\b(?:limit|take)\s*:\s*(?:\+|Number\(|parseInt\()\s*(?:req|request|ctx)\.(?:query|body|params)\b/g,
  },
  {
    languages: ['Python'],
    pattern:
      /\.(?:limit|paginate)\s*\(\s*(?:[\w=, ]*=)?int\s*\(\s*request\.|\b(?:bytearray|range)\s*\(\s*int\s*\(\s*request\.|["'\]]\s*\*\s*int\s*\(\s*request\./g,
  },
  {
    languages: ['PHP'],
    pattern:
      /(?:->|::)(?:limit|take|paginate|simplePaginate)\s*\(\s*(?:\(int\)\s*)?\$request->(?:input|get|query|integer)\s*\(|\b(?:str_repeat|array_fill|str_pad)\s*\([^;\n]{1,60},\s*(?:\(int\)\s*|intval\s*\(\s*)\$_(?:GET|POST|REQUEST)/g,
  },
  {
    languages: ['Ruby'],
    pattern:
      /\.(?:limit|per|per_page|first)\s*\(\s*params\[[^\]\n]{1,40}\](?:\.to_i)?\s*\)|\bper_page:\s*params\[|["'\]]\s*\*\s*params\[[^\]\n]{1,40}\]\.to_i/g,
  },
];

const MAX_PER_FILE = 10;

/** Numbers of a request without a maximum that decide how much memory is allocated or how many records are read. */
export function requestedSizes(view: SourceView): FindingDraft[] {
  if (view.exposure !== 'external') return [];
  const language = view.file.language ?? '';
  const drafts: FindingDraft[] = [];
  const seen = new Set<number>();
  const add = (at: number) => {
    const line = view.lineAt(at);
    if (seen.has(line) || drafts.length >= MAX_PER_FILE) return;
    seen.add(line);
    drafts.push(draftAt(view, line, at));
  };
  for (const form of forms) {
    if (!form.languages.includes(language)) continue;
    for (const match of view.matchesOf(form.read, 'withoutComments')) {
      const [whole, given = ''] = match;
      const from = match.index + (form.isLast ? whole.lastIndexOf(given) : 0);
      const around = view.functionAt(view.lineAt(from));
      const end = Math.min(around ? view.offsetOf(around.endLine + 1) : view.code.length, from + 3_000);
      const body = view.withoutComments.slice(from, end);
      const name = given.replace(/\$/g, '\\$&');
      const [statement = ''] = body.split(/[;\n]/, 1);
      if (/\bmin\s*\(|Math\.min|\.clamp|\bmin\b/.test(statement)) continue;
      const use = new RegExp(form.use.replaceAll('NAME', name)).exec(body);
      if (!use) continue;
      if (new RegExp(bounded.replaceAll('NAME', name)).test(body)) continue;
      add(from + use.index);
    }
  }
  for (const { languages, pattern } of inPlace)
    if (languages.includes(language))
      for (const match of view.matchesOf(pattern, 'withoutComments')) add(match.index);
  return drafts;
}

function draftAt(view: SourceView, line: number, at: number): FindingDraft {
  return {
    ruleId: 'access/requested-size',
    impact: 'weakening',
    exposure: 'external',
    severity: 'medium',
    confidence: 0.55,
    cwe: ['CWE-770', 'CWE-789', 'CWE-400'],
    file: view.path,
    line,
    column: view.columnAt(at),
    snippet: view.lineText(line),
    description:
      'The number comes from the request and has no maximum, so a few requests can use up all memory.',
    recommendation: 'Use the smaller of the number and a fixed limit.',
    source: 'code',
    symbol: view.symbolAt(line),
  };
}
