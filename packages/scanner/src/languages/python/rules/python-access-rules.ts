import type { TextRule } from '../../../rules/text-rule.ts';
import { debugText, massText } from '../../shared/rules/access-rules.ts';
import { atEnd } from '../../shared/rules/plain-habit-rules.ts';

/** Missing or disabled guards: debug modes, mass assignment, details in error answers. */
export const pythonAccessRules: readonly TextRule[] = [
  {
    ...debugText,
    id: 'access/debug-mode',
    languages: ['Python'],
    pattern:
      /\bapp\.run\s*\([^)]{0,300}\bdebug\s*=\s*True|\buse_debugger\s*=\s*True|\bapp\.debug\s*=\s*True|\b(?:app|config)[\w.]*\[["']DEBUG["']\]\s*=\s*True|\btornado\.web\.Application\s*\([^;]{0,1500}?\bdebug\s*=\s*True/g,
  },
  {
    ...debugText,
    id: 'access/debug-mode',
    languages: ['Python'],
    pattern: /^DEBUG\s*=\s*True/gm,
    refine: (_m, view) => /settings/.test(view.path) && !/dev|local|test/.test(view.path),
  },
  {
    ...debugText,
    id: 'access/open-hosts',
    impact: 'hygiene',
    cwe: ['CWE-644'],
    languages: ['Python'],
    pattern: /^ALLOWED_HOSTS\s*=\s*\[\s*["']\*["']/gm,
    description: 'Links in mails and redirects can be made to point to another host.',
    recommendation: 'List the host names of the service.',
  },
  {
    ...massText,
    id: 'access/mass-assignment',
    languages: ['Python'],
    pattern:
      /\b[A-Z]\w*(?:\.objects\.(?:create|update))?\s*\(\s*\*\*\s*request\.(?:json|form|data|get_json\(\)|POST)|setattr\s*\([^){]{0,300}\)\s*(?=[^\n]{0,300}request)/g,
    over: 'code',
  },
  {
    ...massText,
    id: 'access/mass-assignment',
    languages: ['Python'],
    pattern: /\b\w+\.__dict__\.update\s*\(|\bvars\s*\(\s*\w+\s*\)\.update\s*\(/g,
    over: 'code',
    // A class may fill its own fields.
    refine: (match, view) => {
      const around = view.functionAt(view.lineAt(match.index ?? 0));
      const body = around ? view.linesOf(around, 'code') : '';
      return !/^(?:self|cls)\b/.test(match[0]) && /\brequest\b|\bform\b/.test(body);
    },
  },
  {
    ...massText,
    id: 'access/mass-assignment',
    languages: ['Python'],
    pattern:
      /\bfor\s+(\w+)\s*,\s*(\w+)\s+in\s+[\w.]*\b(?:request|data|payload|body|form|json)\b[\w.()]*\.items\s*\(\s*\)\s*:\s*\n\s*setattr\s*\(\s*\w[\w.]*\s*,\s*\1\s*,\s*\2\s*\)/g,
    over: 'code',
    // A schema has already listed the fields.
    refine: (match, view) =>
      !/model_dump|\.dict\s*\(|validated_data|cleaned_data|exclude_unset|schema\.load/.test(
        view.code.slice(Math.max(0, (match.index ?? 0) - 300), (match.index ?? 0) + match[0].length),
      ) && /request|Request/.test(view.code)
        ? atEnd(match, view)
        : false,
  },
  {
    ...massText,
    id: 'access/mass-assignment',
    languages: ['Python'],
    // A schema that accepts unknown fields, in a file that writes all of them to a record.
    pattern:
      /\bclass\s+\w+\s*\([^()\n]{0,120}\bextra\s*=\s*(?:Extra\.allow|["']allow["'])[^()\n]{0,60}\)\s*:|^[ \t]+(?:model_config\s*=\s*(?:ConfigDict\s*\(|\{)[^\n]{0,120}["']?extra["']?\s*[=:]\s*|extra\s*=\s*)(?:Extra\.allow|["']allow["'])/gm,
    refine: (_match, view) =>
      /\bsetattr\s*\(\s*\w[\w.]*\s*,\s*\w+\s*,|\*\*\s*\w+\.(?:dict|model_dump)\s*\(|\.(?:update|values)\s*\(\s*(?:\*\*\s*)?\w+\.(?:dict|model_dump)\s*\(/.test(
        view.code,
      ),
  },
  {
    id: 'access/error-details',
    languages: ['Python'],
    source: 'code',
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-209'],
    pattern:
      /\breturn\s+(?:\w+\(\s*)?[^\n]{0,300}\btraceback\.format_exc\s*\(|except\s+\w*(?:Exception|Error)\s+as\s+(\w+)\s*:\s*\n\s*return\s+(?:jsonify\(|\{|f?["']|str\(|HttpResponse\(|make_response\()?[^\n]{0,300}\b\1\b/g,
    refine: (_match, view) => /flask|django|fastapi|bottle|tornado|aiohttp|request/i.test(view.text),
    description: 'Paths, queries and versions in the text help an attacker.',
    recommendation: 'Log the details and answer with a reference to the log.',
  },
  {
    id: 'access/bind-all',
    languages: ['Python'],
    source: 'code',
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-605', 'CWE-200'],
    pattern: /\.bind\s*\(\s*\(\s*["'](?:0\.0\.0\.0)?["']\s*,/g,
    description: 'The service can be reached from every network that the machine is in.',
    recommendation: 'Bind to the intended address, and read it from a setting.',
  },
];
