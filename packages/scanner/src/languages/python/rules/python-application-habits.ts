import type { TextRule } from '../../../rules/text-rule.ts';
import { openEnvironment } from '../../shared/rules/application-habits.ts';

const python = { languages: ['Python'], source: 'code' } as const;

/** What web applications in Python give away of their own. */
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
    id: 'access/session-cookie',
    pattern:
      /\b\w*(?:Cookie|Redis|Memcached|Mongo)\w*Storage\s*\([^()\n]{0,200}\b(?:httponly\s*=\s*False|secure\s*=\s*False)/g,
    over: 'code',
    impact: 'weakening',
    confidence: 0.75,
    cwe: ['CWE-1004'],
    description: 'Script in a page, or a listener on a plain connection, gets at the session.',
    recommendation: 'Leave httponly on, and set secure=True.',
    refine: ([call]) => ({ cwe: [/httponly\s*=\s*False/.test(call) ? 'CWE-1004' : 'CWE-614'] }),
  },
];
