import type { TextRule } from '../../../rules/text-rule.ts';
import { js, massText } from '../../shared/rules/access-rules.ts';

/** Missing or disabled guards: debug modes, mass assignment, details in error answers. */
export const scriptAccessRules: readonly TextRule[] = [
  {
    ...massText,
    id: 'access/mass-assignment',
    languages: js,
    pattern:
      /\b(?:[A-Z]\w*|\w*[mM]odel|\w*[rR]epo(?:sitory)?|this\.\w+)\.(?:create|insert|insertMany|update|updateOne|save|build|findByIdAndUpdate|findOneAndUpdate|upsert|bulkCreate)\s*\((?:[^()]{0,300},\s*)?(?:\{\s*\.\.\.)?\s*(?!res\b|response\b|document\b)[a-z_$]\w*(?:\.request)?\.body\s*[,})]|\bnew\s+[A-Z]\w*\s*\(\s*(?:req|request|ctx\.request)\.body\s*\)|Object\.assign\s*\(\s*\w+\s*,\s*(?:req|request)\.body\s*\)|\bawait\s+(?!(?:axios|https?|client|api|cache|redis|hmac|hash|\w*[sS]ervice|\w*[cC]lient)\.)[a-z]\w*\.(?:update|set|patch|merge|updateAttributes)\s*\(\s*(?:req|request|ctx\.request)\.body\s*\)|\b(?:user|account|profile|member|customer|doc|document|record|entity)\.(?:set|assign|overwrite|merge)\s*\(\s*(?:req|request|ctx\.request)\.body\s*\)/g,
    over: 'code',
  },
  {
    id: 'access/error-details',
    languages: js,
    source: 'code',
    impact: 'weakening',
    confidence: 0.55,
    cwe: ['CWE-209'],
    over: 'code',
    pattern:
      /\bres(?:ponse)?\.(?:status\(\s*\d+\s*\)\.)?(?:send|json|end|write)\s*\(\s*(?:\{[^{}]{0,300}?\b(?:stack|trace)\s*:\s*)?\w*(?:err|error|e|ex)\.stack\b/g,
    description: 'Paths and versions in the text help an attacker.',
    recommendation: 'Log the details and answer with a reference to the log.',
  },
  {
    id: 'access/error-details',
    languages: js,
    source: 'code',
    impact: 'weakening',
    confidence: 0.5,
    cwe: ['CWE-209', 'CWE-200'],
    over: 'code',
    // An error handler has four parameters.
    pattern:
      /\(\s*(\w*(?:err|error))\s*(?::\s*\w+)?\s*,\s*_?req\w*\s*(?::\s*[\w.]+)?\s*,\s*_?res\w*\s*(?::\s*[\w.]+)?\s*,\s*_?next\s*(?::\s*\w+)?\s*\)/gi,
    description: 'The page receives the whole error: paths and versions in its stack help an attacker.',
    recommendation: 'Show a message of your own, and write the error only to the log.',
    refine: (match, view) => {
      const around = view.functionAt(view.lineAt((match.index ?? 0) + match[0].length));
      const body = around
        ? view.linesOf(around, 'code')
        : view.code.slice(match.index ?? 0, (match.index ?? 0) + 800);
      const name = match[1] ?? '';
      return (
        new RegExp(
          String.raw`\.render\s*\([^;]{0,200}?[{,]\s*(?:${name}\s*[,}]|\w+\s*:\s*${name}\s*[,}])|\.locals\.\w+\s*=\s*${name}\s*;?\s*$`,
          'm',
        ).test(body) && !/\benv\b|NODE_ENV|isDev|development/i.test(body)
      );
    },
  },
];
