import { jsLanguages, type SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const languages = [...jsLanguages];
/** What may be used up once. */
const spent =
  '(?:used|redeemed|claimed|consumed|spent|balance|stock|quantity|credits?|remaining|available|seats|inventory|usesLeft|uses_left|points)';
const raced = {
  id: 'reliability/check-then-change',
  title: 'A record is looked at and changed in two steps',
  impact: 'weakening',
  confidence: 0.5,
  cwe: ['CWE-362', 'CWE-367'],
  source: 'code',
  over: 'code',
  description: 'Two requests at once both pass the check, and both change the record.',
  recommendation:
    'Make the check part of the statement that changes it, or lock the row within a transaction.',
} as const;

/** Records that are read, checked and written without a lock, or filled with all that a request holds. */
export const recordRules: readonly TextRule[] = [
  {
    ...raced,
    languages,
    pattern: new RegExp(
      String.raw`\b(?:const|let|var)\s+(\w+)\s*=\s*await\s+[\w.]+\.(?:findUnique\w*|findFirst\w*|findOne\w*|findByPk|findById|first)\s*\([^;]{0,300}\)\s*;(?=[^;]{0,200}\bif\s*\([^;{]{0,160}\b\1[?!]?\.${spent}\b)`,
      'g',
    ),
    refine: (match, view) => {
      const body = rest(view, match.index ?? 0);
      return (
        /\bawait\s+[\w.]+\.(?:update\w*|save|decrement|increment|findByIdAndUpdate|findOneAndUpdate)\s*\(/.test(
          body,
        ) && !locked.test(wholeBody(view, match.index ?? 0))
      );
    },
  },
  {
    ...raced,
    languages: ['Python'],
    pattern: new RegExp(
      String.raw`^[ \t]*(\w+)\.${spent}\s*(?:-=|=\s*\1\.${spent}\s*-|=\s*(?:True|False)\s*$)`,
      'gm',
    ),
    refine: (match, view) => {
      const body = wholeBody(view, match.index ?? 0);
      const name = match[1]!;
      return (
        new RegExp(String.raw`\bif\b[^\n]{0,120}\b${name}\.${spent}\b`).test(body) &&
        new RegExp(
          String.raw`\b${name}\s*=\s*[\w.]*(?:\.objects\.|\.query\b|get_object_or_404|session\.|db\.)`,
        ).test(body) &&
        new RegExp(String.raw`\b${name}\.save\s*\(|\.commit\s*\(`).test(body) &&
        !locked.test(body)
      );
    },
  },
  {
    ...raced,
    languages: ['Ruby'],
    pattern: /(?<![\w.@])(@?\w+)\.update!?\s*\(?\s*(\w+):\s*\1\.\2\s*[-+]|(?<![\w.@])(@?\w+)\.(\w+)\s*[-+]=/g,
    refine: (match, view) => {
      const at = match.index ?? 0;
      const [name, field] = [match[1] ?? match[3]!, match[2] ?? match[4]!];
      const body = wholeBody(view, at);
      const asked = new RegExp(
        String.raw`\b(?:if|unless)\b[^\n]{0,120}(?<!\w)${name}\.${field}\b\s*(?:[<>]|==|\.(?:zero|positive|negative)\?)|(?:[<>]=?|==)\s*${name}\.${field}\b`,
      );
      return (
        asked.test(body) &&
        !/with_lock|\block!|\.lock\b|advisory_lock|lock_version|Redlock|mutex|synchronize/i.test(body) &&
        (match[1] !== undefined || new RegExp(String.raw`(?<!\w)${name}\.save\b`).test(rest(view, at)))
      );
    },
  },
  {
    id: 'access/mass-assignment',
    title: 'All fields of a request are written to a record',
    languages,
    // A body without a type that names its fields, handed on whole to what writes records.
    pattern:
      /@Body\(\s*\)\s*(\w+)\s*:\s*(?:any|unknown|object|Record<[^>]{1,40}>|Partial<[^>]{1,40}>|[A-Z]\w*Entity)\b[^{]{0,300}\{/g,
    over: 'code',
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-915'],
    source: 'code',
    description: 'A request can set fields that no form offers, such as a role or an owner.',
    recommendation:
      'Take the fields that may be set one by one, or from a class with validation and a whitelist.',
    refine: (match, view) => {
      const at = match.index ?? 0;
      const from = at + match[0].length;
      const around = view.functionAt(view.lineAt(from));
      const end = around ? view.offsetOf(around.endLine + 1) : from + 1_000;
      const use = new RegExp(
        String.raw`\.(?:update|save|create|insert|upsert|merge|preload|patch)\s*\((?:[^()]|\([^()]*\)){0,200}?(?:[,(]\s*|\.\.\.|\bdata\s*:\s*)${match[1]}\s*[,)}]`,
      ).exec(view.code.slice(from, end));
      if (!use) return false;
      const line = view.lineAt(from + use.index);
      return { line, snippet: view.lineText(line), symbol: view.symbolAt(line) };
    },
  },
  {
    id: 'access/variable-variables',
    title: 'The request names the variables that are set',
    languages: ['PHP'],
    pattern: /(?<![\w>$:])extract\s*\(\s*\$(\w+)\s*\)/g,
    over: 'code',
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-621', 'CWE-915', 'CWE-914'],
    source: 'code',
    description: 'Fields of the request overwrite variables that were set before, such as a role.',
    recommendation: 'Read the fields that are needed one by one.',
    refine: (match, view) => {
      const name = match[1]!;
      if (
        new RegExp(
          String.raw`\$${name}\s*=\s*(?:array_merge\([^;\n]*)?\$_(?:GET|POST|REQUEST|COOKIE)\b`,
        ).test(view.code)
      )
        return true;
      const around = view.functionAt(view.lineAt(match.index ?? 0));
      return (
        around !== undefined &&
        new RegExp(
          String.raw`\b${around.name.replace(/^.*\W/, '')}\s*\([^;\n]{0,80}\$_(?:GET|POST|REQUEST|COOKIE)\s*[,)]`,
        ).test(view.code)
      );
    },
  },
];

const locked =
  /transaction|\block\b|LOCK|[fF]or_?[uU]pdate|mutex|serializable|isolation|\bversion\b|optimistic|\bF\s*\(|atomic|\bredlock|[aA]cquire|updateMany/;

function rest(view: SourceView, at: number): string {
  const around = view.functionAt(view.lineAt(at));
  return view.code.slice(at, around ? view.offsetOf(around.endLine + 1) : at + 2_000);
}

function wholeBody(view: SourceView, at: number): string {
  const around = view.functionAt(view.lineAt(at));
  return view.code.slice(
    around ? view.offsetOf(around.line) : Math.max(0, at - 1_500),
    around ? view.offsetOf(around.endLine + 1) : at + 1_500,
  );
}
