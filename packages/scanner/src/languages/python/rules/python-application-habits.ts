import type { TextRule } from '../../../rules/text-rule.ts';
import { openEnvironment } from '../../shared/rules/application-habits.ts';

const python = { languages: ['Python'], source: 'code' } as const;

/** What web applications in Python disclose by themselves. */
export const pythonApplicationHabits: readonly TextRule[] = [
  {
    ...python,
    ...openEnvironment,
    id: 'access/open-environment',
    pattern:
      /\b(?:jsonify|JsonResponse|JSONResponse|HttpResponse|make_response|Response)\s*\(\s*(?:dict|str|repr)?\s*\(?\s*os\.environ\s*\)|\breturn\s+(?:dict|str|repr)\s*\(\s*os\.environ\s*\)\s*$/gm,
    over: 'code',
    refine: (_, view) => /\b(?:flask|django|fastapi|bottle|aiohttp|starlette)\b/.test(view.text),
  },
  {
    ...python,
    ...openEnvironment,
    id: 'access/open-environment',
    // Stored in a variable, and returned by a handler among other things.
    pattern: /^[ \t]+(\w+)\s*=\s*(?:dict\s*\(\s*os\.environ\s*\)|os\.environ\.copy\s*\(\s*\))\s*$/gm,
    over: 'code',
    refine: ([, name = ''], view) =>
      /@\w+\.(?:get|post|route|api_route)\s*\(/.test(view.code) &&
      !/\b(?:subprocess|Popen|exec\w*|env\s*=)\b/.test(view.code) &&
      new RegExp(
        String.raw`["']\s*:\s*${name}\b(?!\s*[[.(])|\breturn\s+${name}\s*$|\b(?:jsonify|\w*Response)\s*\([^()\n]{0,80}\b${name}\b(?!\s*[[.(])`,
        'm',
      ).test(view.withoutComments),
  },
  {
    ...python,
    id: 'access/loose-origin',
    pattern:
      /\b(?:allow_origin_regex|CORS_ALLOWED_ORIGIN_REGEXES|CORS_ORIGIN_REGEX_WHITELIST)\s*=\s*(?:[[(]\s*)?r?(["'])([^"'\n]{1,300})\1/g,
    impact: 'weakening',
    confidence: 0.65,
    cwe: ['CWE-942', 'CWE-346', 'CWE-183'],
    description:
      'A name that somebody registers can match: a dot stands for any character, or the pattern may begin anywhere.',
    recommendation: 'Escape dots, and begin with ^https:// and end with $.',
    refine: (match) => isLooseOrigin(match[2] ?? ''),
  },
  {
    ...python,
    id: 'access/session-cookie',
    pattern:
      /\b\w*(?:Cookie|Redis|Memcached|Mongo)\w*Storage\s*\([^()\n]{0,200}\b(?:httponly\s*=\s*False|secure\s*=\s*False)/g,
    over: 'code',
    impact: 'weakening',
    confidence: 0.75,
    cwe: ['CWE-1004'],
    description: 'A script in a page, or a listener on a plain connection, can read the session.',
    recommendation: 'Leave httponly on, and set secure=True.',
    refine: ([call]) => ({ cwe: [/httponly\s*=\s*False/.test(call) ? 'CWE-1004' : 'CWE-614'] }),
  },
];

/** An unescaped dot between names that matches any character, or a pattern that accepts any beginning. */
function isLooseOrigin(pattern: string): boolean {
  const plain = pattern.replace(/\\./g, '~').replace(/\[[^\]]*\]/g, '~');
  return (
    /[a-z0-9)]\.(?![*+?{])[a-z]{2,}/i.test(plain) || /^\^?(?:https?:\/\/)?\.[*+]\.?\(?[a-z]/i.test(plain)
  );
}
