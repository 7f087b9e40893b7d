import { callText } from '../../../rules/call-text.ts';
import { jsLanguages, type SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { near, plainRequest as plain } from '../../shared/rules/plain-addresses.ts';
import { resolveConstant } from '../../shared/rules/value-context.ts';

const js = { languages: [...jsLanguages], source: 'code' } as const;

/** Encryption with Node's own module, and connections without encryption. */
export const scriptTransportRules: readonly TextRule[] = [
  {
    ...js,
    ...plain,
    pattern:
      /(?<![\w.$])(?:fetch|axios|got|ky|needle|superagent|request|bent|(?:axios|got|ky|needle|superagent|request|http|client|api|agent)\.(?:get|post|put|patch|delete|head|request|stream))\s*(?:<[^>\n]{1,60}>\s*)?\(\s*(["'`]http:\/\/[^"'`\n]{1,200}["'`]|\{[^{}]{0,300}?\b(?:url|uri|baseURL)\s*:\s*["'`]http:\/\/[^"'`\n]{1,200}["'`]|[A-Za-z_$][\w$.]{0,40}\s*[,)])/g,
    refine: (match, view) => {
      const given = match[1] ?? '';
      const text = /http:\/\/[^"'`\n]*/.exec(given)?.[0] ?? addressOf(given.slice(0, -1), match, view);
      return isForeign(text, 'http', view);
    },
    needs: /["'`]http:\/\//,
  },
  {
    ...js,
    ...plain,
    pattern:
      /\bnew\s+(?:WebSocket|ReconnectingWebSocket)\s*\(\s*(["'`]ws:\/\/[^"'`\n]{1,200}["'`]|[A-Za-z_$][\w$.]{0,40}\s*[,)])/g,
    refine: (match, view) => {
      const given = match[1] ?? '';
      const text = /ws:\/\/[^"'`\n]*/.exec(given)?.[0] ?? addressOf(given.slice(0, -1), match, view);
      return isForeign(text, 'ws', view);
    },
    recommendation: 'Connect with wss.',
    needs: /["'`]ws:\/\//,
  },
  {
    ...js,
    ...plain,
    pattern:
      /\brequire\s*\(\s*["'](?:telnet-client|telnet|telnet-stream|ftp|jsftp|promise-ftp|@icetee\/ftp)["']\s*\)|\bfrom\s+["'](?:telnet-client|telnet|telnet-stream|ftp|jsftp|promise-ftp|@icetee\/ftp)["']/g,
    recommendation: 'Use SSH, SFTP or FTP over TLS.',
    refine: (_match, view) => !/\bsecure\s*:\s*(?:true|["']control|["']implicit)/.test(view.withoutComments),
  },
  {
    ...js,
    ...plain,
    pattern: /\b(?:ServerCredentials|[cC]redentials|ChannelCredentials)\s*\.\s*createInsecure\s*\(/g,
    over: 'code',
    cwe: ['CWE-319', 'CWE-300'],
    recommendation: 'Use certificates for the channel (createSsl).',
  },
  {
    ...js,
    id: 'crypto/unfinished-decryption',
    pattern:
      /(?<![\w$])(?:(?:const|let|var)\s+)?(\w+)\s*=\s*(?:[\w$]+\.)?createDecipheriv\s*\(\s*(["'`][^"'`\n]{3,40}["'`]|[A-Za-z_$][\w$.]{0,40})\s*,/g,
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-354', 'CWE-347', 'CWE-310', 'CWE-325'],
    description:
      'Only final() checks the authentication tag: without that call, text that was changed in transit is accepted.',
    recommendation: 'Call final(), and do not use the text before it has returned.',
    refine: (match, view) =>
      isAuthenticated(match, view) &&
      !new RegExp(
        String.raw`\b${match[1]}\s*\.\s*final\s*\(|\breturn\s+${match[1]}\s*[;}\n]|\.pipe\s*\(\s*${match[1]}\b|pipeline\s*\(`,
      ).test(restOfFunction(match, view)),
  },
  {
    ...js,
    id: 'crypto/short-tag',
    pattern:
      /(?<![\w$])(\w+)\s*=\s*(?:[\w$]+\.)?createDecipheriv\s*\(\s*(["'`][^"'`\n]{3,40}gcm["'`]|[A-Za-z_$][\w$.]{0,40})\s*,/gi,
    impact: 'hygiene',
    confidence: 0.6,
    cwe: ['CWE-1240', 'CWE-310', 'CWE-354'],
    description: 'A tag of four bytes is accepted like one of sixteen, and four bytes can be guessed.',
    recommendation: 'Give { authTagLength: 16 }.',
    refine: (match, view) => {
      const name = resolveConstant(match[2] ?? '', match.index ?? 0, view);
      const call = callText(view, match.index ?? 0);
      const rest = restOfFunction(match, view);
      return (
        /-gcm$/i.test(name ?? '') &&
        !/authTagLength|\.\.\./.test(call) &&
        call.split(',').length < 4 &&
        /\.setAuthTag\s*\(/.test(rest) &&
        // The tag is cut out at a fixed length.
        !/\.(?:slice|subarray|substring)\s*\(/.test(rest) &&
        !/\.(?:slice|subarray|substring)\s*\(/.test(functionBefore(match, view))
      );
    },
  },
];

/** Requests in tests reach nobody, and an interpolated host is unknown. */
function isForeign(text: string | undefined, scheme: string, view: SourceView): boolean {
  return (
    text !== undefined &&
    new RegExp(`^${scheme}://[^/$]`).test(text) &&
    !near.test(text) &&
    view.exposure !== 'test'
  );
}

/** The fixed text of a variable, or its beginning. */
function addressOf(name: string, match: RegExpMatchArray, view: SourceView): string | undefined {
  const known = resolveConstant(name.trim(), match.index ?? 0, view);
  if (known !== undefined) return known;
  const last = /([\w$]+)\s*$/.exec(name)?.[1]?.replace(/\$/g, '\\$');
  if (last === undefined) return undefined;
  // Options of a request that include its URL.
  return new RegExp(
    String.raw`\b${last}\s*=\s*(?:\{[^{}]{0,400}?(?:\{[^{}]{0,200}\}[^{}]{0,300}?)?\b(?:url|uri|baseURL)\s*:|new\s+URL\s*\()\s*["']([^"'\n]{1,200})["']`,
  ).exec(view.withoutComments.slice(0, match.index))?.[1];
}

function isAuthenticated(match: RegExpMatchArray, view: SourceView): boolean {
  const name = resolveConstant(match[2] ?? '', match.index ?? 0, view);
  return name !== undefined && /-(?:gcm|ccm|ocb)$|poly1305$/i.test(name);
}

function restOfFunction(match: RegExpMatchArray, view: SourceView): string {
  const at = match.index ?? 0;
  const around = view.functionAt(view.lineAt(at));
  return view.code.slice(at, around ? view.offsetOf(around.endLine + 1) : at + 1_500);
}

function functionBefore(match: RegExpMatchArray, view: SourceView): string {
  const at = match.index ?? 0;
  const around = view.functionAt(view.lineAt(at));
  return view.code.slice(around ? view.offsetOf(around.line) : Math.max(0, at - 800), at);
}
