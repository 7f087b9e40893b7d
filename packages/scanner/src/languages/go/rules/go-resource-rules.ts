import { bodyAfter, bodyBefore, fromLast, plain, wholeBody } from '../../../rules/body-text.ts';
import type { SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { handler } from './handler-text.ts';

const go = { languages: ['Go'], source: 'code', over: 'code' } as const;

/** Memory, connections and time that a Go program uses without a limit, or never releases. */
export const goResourceRules: readonly TextRule[] = [
  {
    ...go,
    id: 'performance/decompression-bomb',
    pattern: /\b(\w+)\s*(?:,\s*\w+)?\s*:?=\s*(?:gzip|zlib|flate|bzip2|lzw|zstd|snappy|xz)\.NewReader\s*\(/g,
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-409', 'CWE-400'],
    description: 'A few kilobytes of input can fill the memory or the disk.',
    recommendation: 'Read through io.LimitReader or io.CopyN.',
    refine: (match, view) => {
      const rest = bodyAfter(match, view);
      const use = new RegExp(
        String.raw`\bio\.Copy\s*\([^()\n]{1,80},\s*${plain(match[1])}\s*\)|\b(?:io|ioutil)\.ReadAll\s*\(\s*${plain(match[1])}\s*\)`,
      ).exec(rest);
      return use !== null && fromLast(match, view, use.index + 1);
    },
  },
  {
    ...go,
    id: 'reliability/unchecked-number',
    pattern: /\bmake\s*\(\s*\[\][\w.*[\]]+\s*,\s*(?:0\s*,\s*)?(?:int\s*\(\s*)?([a-z]\w*)\s*\)?\s*\)/g,
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-770', 'CWE-789', 'CWE-400'],
    description: 'A huge number uses up all memory.',
    recommendation: 'Refuse numbers out of bounds first.',
    refine: (match, view) => {
      const name = plain(match[1]);
      const body = bodyBefore(match, view);
      const from = new RegExp(
        String.raw`\b${name}\s*,\s*\w+\s*:?=\s*strconv\.(?:Atoi|Parse(?:Int|Uint))\s*\(|\b${name}\s*:?=\s*(?:\w+\()?binary\.(?:Big|Little)Endian\.Uint(?:16|32|64)\s*\(`,
      ).exec(body);
      if (from === null) return false;
      const since = body
        .slice(from.index + from[0].length)
        .replace(new RegExp(String.raw`\b${name}\s*(?:<=?\s*[01]\b|[!=]=\s*0)`, 'g'), '');
      const isTheirs =
        from[0].includes('binary.') || handler.test(body) || /http\.Request|net\.Conn/.test(body);
      return (
        isTheirs &&
        !new RegExp(String.raw`\b${name}\s*[<>]|[<>]=?\s*${name}\b|\b(?:min|Min)\s*\([^\n]*\b${name}\b`).test(
          since,
        )
      );
    },
  },
  {
    ...go,
    id: 'reliability/unclosed-response',
    pattern: /\b(\w+)\s*,\s*\w+\s*:?=\s*(?:http|\w*[cC]lient|hc)\.(?:Get|Post|Do|Head|PostForm)\s*\(/g,
    impact: 'hygiene',
    confidence: 0.6,
    cwe: ['CWE-772', 'CWE-404'],
    description: 'Its connection is never released; at some point none is left.',
    recommendation: 'Write defer resp.Body.Close() after the check of the error.',
    refine: leavesBodyOpen,
  },
  {
    ...go,
    id: 'reliability/unclosed-response',
    impact: 'hygiene',
    pattern: /\b(\w+)\s*,\s*\w+\s*:?=\s*(?:\w+\.)*(\w+)\.(?:Get|Post|Do|Head|PostForm)\s*\(/g,
    needs: /http\.Client/,
    confidence: 0.6,
    cwe: ['CWE-772', 'CWE-404'],
    description: 'Its connection is never released; at some point none is left.',
    recommendation: 'Write defer resp.Body.Close() after the check of the error.',
    refine: (match, view) =>
      !/^(?:http|hc|\w*[cC]lient)$/.test(match[2] ?? '') &&
      new RegExp(
        String.raw`\b${plain(match[2])}\s+\*?http\.Client\b|\b${plain(match[2])}\s*:?=\s*&?http\.Client\{`,
      ).test(view.code) &&
      leavesBodyOpen(match, view),
  },
  {
    ...go,
    id: 'performance/no-timeouts',
    pattern: /\bhttp\.Server\s*\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}/g,
    impact: 'hygiene',
    confidence: 0.7,
    cwe: ['CWE-400', 'CWE-770'],
    description: 'Clients that send a byte now and then keep all connections occupied.',
    recommendation: 'Set ReadHeaderTimeout and ReadTimeout.',
    refine: (match, view) => {
      const [, fields = ''] = match;
      return (
        /\w\s*:/.test(fields) &&
        !/Timeout\s*:/.test(fields) &&
        !/\.Read(?:Header)?Timeout\s*=/.test(wholeBody(match, view))
      );
    },
  },
  {
    ...go,
    id: 'performance/no-timeouts',
    impact: 'hygiene',
    pattern: /\bhttp\.(?:ListenAndServe|Serve)(?:TLS)?\s*\(/g,
    confidence: 0.6,
    cwe: ['CWE-400', 'CWE-770'],
    description:
      'Clients that send a byte now and then keep all connections occupied: this form has no timeouts.',
    recommendation: 'Use an http.Server with ReadHeaderTimeout and ReadTimeout.',
  },
  {
    ...go,
    id: 'performance/unbounded-body',
    impact: 'hygiene',
    pattern: /\b\w+\.ParseMultipartForm\s*\(/g,
    confidence: 0.5,
    cwe: ['CWE-400', 'CWE-770'],
    description:
      'The number limits only what is kept in memory; the rest is written to disk until the disk is full.',
    recommendation: 'Wrap the body in http.MaxBytesReader first.',
    references: ['https://pkg.go.dev/net/http#Request.ParseMultipartForm'],
    refine: (_match, view) => !/\bMaxBytes(?:Reader|Handler)\b|BodyLimit|\bLimitReader\b/.test(view.code),
  },
];

/** The response in group 1 is neither closed nor passed on. */
function leavesBodyOpen(match: RegExpMatchArray, view: SourceView): boolean {
  const rest = bodyAfter(match, view);
  const name = plain(match[1]);
  return (
    match[1] !== '_' &&
    new RegExp(String.raw`\b${name}\.(?:Body|StatusCode)\b`).test(rest) &&
    !/\.Body\.Close\b/.test(rest) &&
    // Passed on as a whole, it is closed elsewhere.
    !new RegExp(
      String.raw`\breturn\b[^\n]*\b${name}\b(?!\.)|[(,]\s*${name}\s*[,)]|=\s*${name}\s*$`,
      'm',
    ).test(rest)
  );
}
