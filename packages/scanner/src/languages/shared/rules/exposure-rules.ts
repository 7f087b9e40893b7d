import { callText } from '../../../rules/call-text.ts';
import { jsLanguages } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const js = [...jsLanguages];
const sensitiveFolder =
  /\b(?:logs?|keys?|encryptionkeys|backups?|ftp|private|secrets?|certs?|dumps?|config|\.ssh|\.git)\b/i;

const listingText = {
  impact: 'weakening',
  confidence: 0.75,
  source: 'code',
  cwe: ['CWE-548', 'CWE-538'],
  title: 'Folder whose contents anybody can list',
  description: 'Visitors see and fetch every file in it, also those that no page links to.',
  recommendation: 'Serve single known files, or switch the listing off.',
} as const;

/** What a service shows to everybody that it need not: listings, inner figures, tools for developers. */
export const exposureRules: readonly TextRule[] = [
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
    title: 'Folder of inner files is served',
    cwe: ['CWE-538', 'CWE-552'],
    refine: (match) =>
      /(?:^|\/)(?:logs?|encryptionkeys|private|backups?|secrets?|\.ssh|\.git)(?:\/|$)/i.test(match[1] ?? ''),
  },
  {
    ...listingText,
    id: 'access/directory-listing',
    languages: ['C#'],
    over: 'code',
    pattern: /\bUseDirectoryBrowser\s*\(|EnableDirectoryBrowsing\s*=\s*true/g,
  },
  {
    ...listingText,
    id: 'access/directory-listing',
    languages: ['Go'],
    impact: 'hygiene',
    confidence: 0.5,
    over: 'code',
    pattern: /\bhttp\.FileServer\s*\(\s*http\.Dir\s*\(/g,
  },
  {
    id: 'access/client-chosen-limit-key',
    title: 'Limit counted by a header that the client writes',
    languages: [...js, 'Python', 'Go', 'Java', 'PHP', 'Ruby', 'C#'],
    impact: 'weakening',
    confidence: 0.8,
    source: 'code',
    cwe: ['CWE-307', 'CWE-348', 'CWE-290', 'CWE-799'],
    pattern:
      /\b(?:keyGenerator|key_?func|keyBy|getKey|rateLimitKey|limit_?key|identifier|resolveKey)\b[^;]{0,160}?["'](?:x-forwarded-for|x-real-ip|x-client-ip|true-client-ip|forwarded)["']/gi,
    description: 'With another value in each request nobody is ever limited, and guesses run without end.',
    recommendation:
      'Count by the address of the connection (behind a known proxy: by what that proxy says) or by account.',
  },
  {
    id: 'access/trusted-proxy',
    title: 'Every proxy is believed',
    languages: js,
    impact: 'hygiene',
    confidence: 0.6,
    source: 'code',
    cwe: ['CWE-348', 'CWE-290'],
    pattern:
      /\benable\s*\(\s*["']trust proxy["']|\bset\s*\(\s*["']trust proxy["']\s*,\s*true|\btrustProxy\s*:\s*true/g,
    description:
      'Any client can then write its own address into a header, past limits and lists of addresses.',
    recommendation: 'Name the number or the addresses of the proxies in front.',
  },
  {
    id: 'access/open-metrics',
    title: 'Inner figures are answered to everybody',
    languages: js,
    impact: 'hygiene',
    confidence: 0.55,
    source: 'code',
    cwe: ['CWE-200', 'CWE-497'],
    pattern:
      /\b(?:app|router|server|fastify)\.(?:get|use|all)\s*\(\s*["'`]\/(?:metrics|debug|status\/internal|env|heapdump|trace|server-info)["'`]/g,
    refine: (match, view) => !guardWord.test(callText(view, match.index ?? 0).slice(0, 300)),
    description: 'Routes, counts, versions and names of parts help an attacker to choose.',
    recommendation: 'Serve them on an inner port, or ask for a credential.',
  },
  {
    id: 'access/open-metrics',
    title: 'Profiler on the public server',
    languages: ['Go'],
    impact: 'weakening',
    confidence: 0.6,
    source: 'code',
    cwe: ['CWE-200', 'CWE-489'],
    pattern: /^[^\S\n]*_\s+"net\/http\/pprof"/gm,
    refine: (_match, view) => /http\.ListenAndServe(?:TLS)?\s*\([^,]{0,80},\s*nil\s*\)/.test(view.code),
    description:
      'The import puts /debug/pprof on the default server: memory, stacks and arguments for whoever asks.',
    recommendation: 'Serve the profiler on a server of its own that listens on loopback.',
  },
  {
    id: 'access/developer-tool',
    title: 'Tool for developers in the running service',
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

const guardWord =
  /auth|guard|login|session|jwt|token|permission|role|admin|protect|access|verify|bearer|require|ensure|basic/i;
