import { callText } from '../../../rules/call-text.ts';
import { jsLanguages } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { pageSize, size } from '../../shared/rules/limit-rules.ts';

const languages = [...jsLanguages];

/** Page sizes and query depths from a request, without a maximum. */
export const scriptLimitRules: readonly TextRule[] = [
  {
    ...size,
    languages,
    pattern: new RegExp(
      String.raw`@(?:IsInt|IsNumber|IsPositive|IsNumberString|Min)\([^)\n]{0,60}\)[^;{}]{0,300}?\b(?:readonly\s+)?${pageSize}[?!]?\s*(?::\s*number\s*)?[=;]`,
      'g',
    ),
    over: 'code',
    recommendation: 'Add @Max with the largest page size.',
    refine: (match, view) => {
      const at = match.index ?? 0;
      // All decorators of the field, including those before the match.
      const [before = ''] = /[^;{}]*$/.exec(view.code.slice(Math.max(0, at - 400), at)) ?? [];
      const field = before + match[0];
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
    recommendation: 'Add .max( … ) with the largest page size.',
    refine: (match, view) =>
      !/\.(?:max|lte|lt|pipe|transform|refine)\s*\(/.test(match[0]) &&
      /\bquery\b|\breq\b|searchParams|[qQ]uerySchema|validator\(/.test(view.code),
  },
  {
    id: 'access/unlimited-query',
    languages,
    pattern:
      /\bnew\s+ApolloServer\s*(?:<[^>(]{1,60}>)?\s*\(|\bcreateYoga\s*\(|\bgraphqlHTTP\s*\(|\bgraphqlHTTP\b\s*\(|\bGraphQLModule\.forRoot(?:Async)?\s*(?:<[^>(]{1,60}>)?\s*\(/g,
    over: 'code',
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-770', 'CWE-400'],
    source: 'code',
    description: 'A query for friends of friends of friends takes as much time and memory as it likes.',
    recommendation: 'Limit depth and cost (validationRules), or accept only known queries.',
    refine: (match, view) => {
      const call = callText(view, match.index ?? 0).trim();
      return !/depth|complexity|cost|armor|validationRules|persisted|maxTokens|plugins\s*:|\.\.\./i.test(
        call.startsWith('{') ? call : view.withoutComments,
      );
    },
  },
];
