import { defineAgent } from '../rules/agent-run.ts';
import { callText } from '../rules/call-text.ts';
import type { FindingDraft } from '../rules/finding-draft.ts';
import { qualityDraft } from '../rules/quality-draft.ts';
import { jsLanguages, ownCode, type SourceView } from '../rules/source-view.ts';
import { applyTextRules, type TextRule } from '../rules/text-rule.ts';

const js = [...jsLanguages];
const timeout = {
  id: 'resources/no-timeout',
  impact: 'hygiene',
  cwe: ['CWE-400', 'CWE-1088'],
  description: 'If the other side hangs, this call hangs too, and with it everything that waits for it.',
  recommendation: 'Give it a timeout.',
} as const;

const rules: readonly TextRule[] = [
  {
    ...timeout,
    languages: ['Python'],
    over: 'code',
    confidence: 0.85,
    impact: 'weakening',
    pattern: /\brequests\.(?:get|post|put|patch|delete|head|options|request)\s*\(/g,
    refine: (match, view) =>
      !/\btimeout\s*=(?!\s*None\b)|\*\*\w+/.test(callText(view, match.index ?? 0)) && { impact: 'hygiene' },
  },
  {
    ...timeout,
    languages: ['Python'],
    over: 'code',
    confidence: 0.8,
    // Its default timeout is five seconds.
    pattern:
      /\bhttpx\.(?:get|post|put|patch|delete|head|options|request|stream|Client|AsyncClient)\s*\((?=[^()]*\btimeout\s*=\s*None\b)/g,
  },
  {
    ...timeout,
    languages: ['Python'],
    over: 'code',
    confidence: 0.8,
    pattern: /\burllib\.request\.urlopen\s*\(|(?<![\w.])urlopen\s*\(/g,
    refine: (match, view) => !/\btimeout\s*=/.test(callText(view, match.index ?? 0)),
  },
  {
    ...timeout,
    languages: ['Go'],
    over: 'code',
    confidence: 0.75,
    pattern: /\bhttp\.(?:Get|Post|PostForm|Head)\s*\(|&?http\.Client\s*\{\s*\}|\bhttp\.DefaultClient\b/g,
  },
  {
    id: 'resources/unbounded-body',
    languages: js,
    over: 'code',
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-770'],
    pattern: /\breq(?:uest)?\.on\s*\(\s*(['"])\s*\1\s*,[^;]{0,80}\+=/g,
    refine: (match, view) =>
      /['"]data['"]/.test(view.lineText(view.lineAt(match.index ?? 0))) &&
      !/length|limit|max/i.test(view.code.slice(match.index ?? 0, (match.index ?? 0) + 400)),
    description: 'A client that keeps sending fills the memory.',
    recommendation: 'Count what arrives and refuse more than a limit.',
  },
  {
    id: 'resources/unbounded-body',
    languages: js,
    over: 'text',
    impact: 'hygiene',
    confidence: 0.6,
    cwe: ['CWE-770'],
    pattern:
      /\b(?:bodyParser|express)\.(?:json|urlencoded|raw|text)\s*\(\s*\{[^}]{0,300}\blimit\s*:\s*['"](\d+)(mb|gb)['"]/gi,
    refine: (match) => Number(match[1]) * (match[2]?.toLowerCase() === 'gb' ? 1_024 : 1) >= 50,
    description: 'Each request can use that much memory.',
    recommendation: 'Lower the limit; stream large bodies.',
  },
];

/** Calls that wait for ever, memory that only grows, bodies without a limit. */
export const resourcesAgent = defineAgent({
  id: 'performance.resources',
  category: 'performance',
  program: (input) => {
    const drafts: FindingDraft[] = [];
    for (const view of ownCode(input)) {
      if (view.exposure !== 'external') continue;
      drafts.push(...applyTextRules(rules, view), ...growingCaches(view));
    }
    return { drafts };
  },
});

/** Module-level maps that functions fill with request data, and that nothing empties. */
function growingCaches(view: SourceView): FindingDraft[] {
  if (!(jsLanguages as readonly string[]).includes(view.file.language ?? '')) return [];
  const drafts: FindingDraft[] = [];
  for (const match of view.code.matchAll(
    /^(?:export\s+)?(?:const|let|var)\s+(\w*(?:[cC]ache|[mM]emo|[sS]essions?|[sS]een|[pP]ending)\w*)\s*(?::[^=\n]{1,300})?=\s*(?:new\s+(?:Map|Set)\s*(?:<[^\n]{0,300}>)?\s*\(\s*\)|\{\s*\})/gm,
  )) {
    const [, name = ''] = match;
    const filled = new RegExp(
      `\\b${name}(?:\\.(?:set|add)\\s*\\(\\s*(?:req|ctx|request|\\w*[uU]ser|\\w*[iI]p|\\w*[tT]oken|\\w*[sS]ession|\\w*[kK]ey|\\w*[iI]d)|\\[[^\\]]+\\]\\s*=(?!=))`,
    ).test(view.code);
    const emptied = new RegExp(
      `\\b${name}\\.(?:delete|clear)\\s*\\(|delete\\s+${name}\\[|\\b${name}\\.size\\b|\\b${name}\\s*=(?!=)(?![\\s\\S]{0,3}new Map[^;]{0,300};[\\s\\S]*\\b${name}\\s*=)`,
    ).test(view.code.slice(match.index + match[0].length));
    if (!filled || emptied || !/\breq(?:uest)?\b|\bctx\b/.test(view.code)) continue;
    const line = view.lineAt(match.index);
    drafts.push(
      qualityDraft({
        ruleId: 'resources/growing-cache',
        subject: name,
        confidence: 0.5,
        cwe: ['CWE-401', 'CWE-770'],
        file: view.path,
        line,
        snippet: view.lineText(line),
        description: 'Requests add entries and none is ever removed.',
        recommendation: 'Limit it: a maximum number of entries, or a lifetime.',
        sinkTokens: name,
      }),
    );
  }
  return drafts;
}
