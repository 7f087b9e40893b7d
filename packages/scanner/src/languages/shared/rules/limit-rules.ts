import { callText } from '../../../rules/call-text.ts';
import { jsLanguages } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const languages = [...jsLanguages];
const pageSize = '(?:limit|pageSize|page_size|perPage|per_page|pageLimit|page_limit|take)';
const size = {
  id: 'access/requested-size',
  title: 'The request decides how much is taken',
  impact: 'weakening',
  confidence: 0.5,
  cwe: ['CWE-770', 'CWE-400'],
  source: 'code',
  description:
    'The number of records in an answer has no largest value, so that a few requests take all memory.',
} as const;

/** Sizes of pages and depths of queries that a request chooses without a largest value. */
export const limitRules: readonly TextRule[] = [
  {
    ...size,
    languages,
    pattern: new RegExp(
      String.raw`@(?:IsInt|IsNumber|IsPositive|IsNumberString|Min)\([^)\n]{0,60}\)[^;{}]{0,300}?\b(?:readonly\s+)?${pageSize}[?!]?\s*(?::\s*number\s*)?[=;]`,
      'g',
    ),
    over: 'code',
    recommendation: 'Add @Max with the largest page.',
    refine: (match, view) => {
      const at = match.index ?? 0;
      // All decorators of the field, those before the first that was looked for as well.
      const field = /[^;{}]*$/.exec(view.code.slice(Math.max(0, at - 400), at))![0] + match[0];
      if (/@(?:Max|IsIn|Transform|IsEnum|Equals|Allow)\b/.test(field)) return false;
      const line = view.lineAt(
        at + match[0].search(new RegExp(String.raw`\b${pageSize}[?!]?\s*(?::\s*number\s*)?[=;]$`)),
      );
      return { line, snippet: view.lineText(line), symbol: view.symbolAt(line) };
    },
  },
  {
    ...size,
    languages,
    pattern: new RegExp(
      String.raw`(?<![\w.])${pageSize}\s*:\s*z\s*\.\s*(?:coerce\s*\.\s*)?number\(\)[^,;{}]{0,200}`,
      'g',
    ),
    over: 'code',
    recommendation: 'Add .max( … ) with the largest page.',
    refine: (match, view) =>
      !/\.(?:max|lte|lt|pipe|transform|refine)\s*\(/.test(match[0]) &&
      /\bquery\b|\breq\b|searchParams|[qQ]uerySchema|validator\(/.test(view.code),
  },
  {
    ...size,
    languages: ['Python'],
    pattern: new RegExp(
      String.raw`^[ \t]*@\w+\.get\s*\([^\n]*\n(?:[ \t]*@[^\n]*\n)*[ \t]*(?:async\s+)?def\s+\w+\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\)){0,600}?\b(${pageSize})\s*:\s*(?:Annotated\[\s*)?int\b(?:[^,()\n]|\([^()\n]*\)){0,80}`,
      'gm',
    ),
    recommendation: 'Give the parameter a largest value: Query(50, ge=1, le=200).',
    refine: (match, view) => {
      const at = match.index ?? 0;
      const name = match[1]!;
      const own = match[0].slice(match[0].lastIndexOf(name));
      if (!/fastapi|litestar|ninja/i.test(view.text) || /\b(?:le|lt)\s*=|Depends|conint/.test(own))
        return false;
      const around = view.functionAt(view.lineAt(at + match[0].length));
      const body = around ? view.code.slice(at + match[0].length, view.offsetOf(around.endLine + 1)) : '';
      if (
        new RegExp(String.raw`\bmin\s*\([^\n]{0,60}\b${name}\b|\b${name}\s*[<>]=?|[<>]=?\s*${name}\b`).test(
          body,
        )
      )
        return false;
      if (
        !new RegExp(
          String.raw`\.limit\s*\(\s*${name}\b|\[[^\]\n]{0,40}:[^\]\n]{0,40}\b${name}\b[^\]\n]{0,20}\]|\b(?:limit|first|size)\s*=\s*${name}\b`,
        ).test(body)
      )
        return false;
      const line = view.lineAt(at + match[0].lastIndexOf(name));
      return { line, snippet: view.lineText(line), symbol: view.symbolAt(line) };
    },
  },
  {
    id: 'access/unlimited-query',
    title: 'Queries of any depth are answered',
    languages,
    pattern:
      /\bnew\s+ApolloServer\s*(?:<[^>(]{1,60}>)?\s*\(|\bcreateYoga\s*\(|\bgraphqlHTTP\s*\(|\bgraphqlHTTP\b\s*\(|\bGraphQLModule\.forRoot(?:Async)?\s*(?:<[^>(]{1,60}>)?\s*\(/g,
    over: 'code',
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-770', 'CWE-400'],
    source: 'code',
    description: 'A query that asks for friends of friends of friends takes as much as it likes.',
    recommendation: 'Limit depth and cost (validationRules), or answer known queries only.',
    refine: (match, view) => {
      const call = callText(view, match.index ?? 0).trim();
      return !/depth|complexity|cost|armor|validationRules|persisted|maxTokens|plugins\s*:|\.\.\./i.test(
        call.startsWith('{') ? call : view.withoutComments,
      );
    },
  },
];
