import { callText } from '../../../rules/call-text.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { js, listingText } from '../../shared/rules/exposure-rules.ts';

const sensitiveFolder =
  /\b(?:logs?|keys?|encryptionkeys|backups?|ftp|private|secrets?|certs?|dumps?|config|\.ssh|\.git)\b/i;

const guardPattern =
  /auth|guard|login|session|jwt|token|permission|role|admin|protect|access|verify|bearer|require|ensure|basic/i;

/** What a service exposes to everybody without need: listings, metrics, tools for developers. */
export const scriptExposureRules: readonly TextRule[] = [
  {
    ...listingText,
    id: 'access/directory-listing',
    languages: js,
    pattern:
      /\b(?:serveIndex|serve_index|express\.directory)\s*\(\s*([^,)\n]{0,200})|\bautoIndex\s*:\s*true|\bshowDir\s*:\s*true/g,
    refine: (match) =>
      sensitiveFolder.test(match[1] ?? '')
        ? { impact: 'disclosure', cwe: ['CWE-548', 'CWE-538', 'CWE-552'] }
        : true,
  },
  {
    ...listingText,
    id: 'access/directory-listing',
    languages: js,
    pattern:
      /\b(?:express\.static|serveStatic|serve)\s*\(\s*(?:path\.\w+\([^()\n]{0,120})?["'`]([^"'`\n]{1,120})["'`]/g,
    cwe: ['CWE-538', 'CWE-552'],
    refine: (match) =>
      /(?:^|\/)(?:logs?|encryptionkeys|private|backups?|secrets?|\.ssh|\.git)(?:\/|$)/i.test(match[1] ?? ''),
  },
  {
    id: 'access/trusted-proxy',
    languages: js,
    impact: 'hygiene',
    confidence: 0.6,
    source: 'code',
    cwe: ['CWE-348', 'CWE-290'],
    pattern:
      /\benable\s*\(\s*["']trust proxy["']|\bset\s*\(\s*["']trust proxy["']\s*,\s*true|\btrustProxy\s*:\s*true/g,
    description:
      'Any client can then put its own address into a header, and bypass limits and lists of addresses.',
    recommendation: 'Set the number or the addresses of the proxies in front.',
  },
  {
    id: 'access/open-metrics',
    languages: js,
    impact: 'hygiene',
    confidence: 0.55,
    source: 'code',
    cwe: ['CWE-200', 'CWE-497'],
    pattern:
      /\b(?:app|router|server|fastify)\.(?:get|use|all)\s*\(\s*["'`]\/(?:metrics|debug|status\/internal|env|heapdump|trace|server-info)["'`]/g,
    refine: (match, view) => !guardPattern.test(callText(view, match.index ?? 0).slice(0, 300)),
    description: 'Routes, counts, versions and names of parts help an attacker to choose a target.',
    recommendation: 'Serve them on an internal port, or require a credential.',
  },
  {
    id: 'access/developer-tool',
    languages: js,
    impact: 'hygiene',
    confidence: 0.5,
    source: 'code',
    cwe: ['CWE-489', 'CWE-200'],
    pattern: /\b(?:graphiql|playground)\s*:\s*true\b/g,
    description: 'The API explorer is served to everybody, with all types and fields.',
    recommendation: 'Switch it off in production.',
  },
  {
    id: 'transport/two-lengths',
    languages: js,
    impact: 'weakening',
    confidence: 0.7,
    source: 'code',
    cwe: ['CWE-444'],
    pattern: /\binsecureHTTPParser\s*:\s*true\b|--insecure-http-parser\b/g,
    description:
      'Headers that other servers read differently are accepted: requests can be smuggled past them.',
    recommendation: 'Leave the strict parser on.',
  },
  {
    id: 'access/developer-tool',
    languages: js,
    impact: 'hygiene',
    confidence: 0.5,
    source: 'code',
    cwe: ['CWE-489', 'CWE-209'],
    pattern: /\b(?:app|router|server)\.use\s*\(\s*(?:errorhandler|errorHandler)\s*\(\s*\)/g,
    refine: (match, view) =>
      /\brequire\(["']errorhandler["']\)|from\s+["']errorhandler["']/.test(view.withoutComments) &&
      !/NODE_ENV|development/.test(
        view.withoutComments.slice(Math.max(0, (match.index ?? 0) - 300), match.index),
      ),
    description: 'This handler answers errors with stack traces and is meant for development.',
    recommendation: 'Use it in development only, and answer errors with a reference to the log.',
  },
];
