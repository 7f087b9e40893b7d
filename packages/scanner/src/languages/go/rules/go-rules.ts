import { bodyAfter, bodyBefore, fromLast, plain, wholeBody } from '../../../rules/body-text.ts';
import type { SourceView } from '../../../rules/source-view.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const go = { languages: ['Go'], source: 'code', over: 'code' } as const;
const handler = /http\.ResponseWriter|\*gin\.Context|echo\.Context|\*fiber\.Ctx/;

/** What Go's own libraries leave to whoever calls them. */
export const goRules: readonly TextRule[] = [
  {
    ...go,
    id: 'crypto/fixed-nonce',
    title: 'Nonce that is always the same',
    pattern:
      /\b(\w+)\s*:?=\s*(?:make\(\s*\[\]byte\s*,[^)\n]{1,60}\)?\)|\[\]byte\s*\([^)\n]{0,60}\)|\[\]byte\s*\{[^}]{0,200}\})/g,
    impact: 'weakening',
    confidence: 0.8,
    cwe: ['CWE-329', 'CWE-323', 'CWE-1204'],
    description:
      'With one nonce for two messages GCM gives its key away, and other modes show what is equal.',
    recommendation: 'Fill it by crypto/rand for each message.',
    refine: (match, view) => {
      const rest = bodyAfter(match, view);
      const name = plain(match[1]!);
      const use = new RegExp(
        String.raw`\.(?:Seal|XORKeyStream)\s*\([^,()]{1,40},\s*${name}\b|\bNew(?:CBC|CFB|OFB)\w*\s*\([^,()]{1,40},\s*${name}\b|\bNewCTR\s*\([^,()]{1,40},\s*${name}\b`,
      ).exec(rest);
      if (
        !use ||
        // Whatever it is given to may fill it.
        new RegExp(String.raw`\w\s*\((?:[^;\n]{0,60},)?\s*&?${name}\b`).test(rest.slice(0, use.index))
      )
        return false;
      return fromLast(match, view, use.index);
    },
  },
  {
    ...go,
    id: 'performance/decompression-bomb',
    title: 'Unpacked without a bound',
    pattern: /\b(\w+)\s*(?:,\s*\w+)?\s*:?=\s*(?:gzip|zlib|flate|bzip2|lzw|zstd|snappy|xz)\.NewReader\s*\(/g,
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-409', 'CWE-400'],
    description: 'A few kilobytes of input fill the memory or the disk.',
    recommendation: 'Read through io.LimitReader or io.CopyN.',
    refine: (match, view) => {
      const rest = bodyAfter(match, view);
      const use = new RegExp(
        String.raw`\bio\.Copy\s*\([^()\n]{1,80},\s*${plain(match[1]!)}\s*\)|\b(?:io|ioutil)\.ReadAll\s*\(\s*${plain(match[1]!)}\s*\)`,
      ).exec(rest);
      return use !== null && fromLast(match, view, use.index + 1);
    },
  },
  {
    ...go,
    id: 'reliability/narrowed-number',
    title: 'Number from a text cut to a smaller type',
    pattern:
      /\b(\w+)\s*,\s*\w+\s*:?=\s*strconv\.(?:Atoi\s*\(|Parse(?:Int|Uint)\s*\([^\n]{1,80},\s*(?:0|64)\s*\))/g,
    impact: 'hygiene',
    confidence: 0.65,
    cwe: ['CWE-190', 'CWE-197', 'CWE-681'],
    description: 'Larger numbers wrap around: a check that comes before passes, and another number is used.',
    recommendation: 'Parse with the number of bits of the target, or compare with its bounds.',
    refine: (match, view) => {
      const rest = bodyAfter(match, view);
      const name = plain(match[1]!);
      const use = new RegExp(String.raw`\bu?int(?:8|16|32)\s*\(\s*${name}\s*\)`).exec(rest);
      if (
        !use ||
        new RegExp(String.raw`\b${name}\s*(?:[<>])|[<>]=?\s*${name}\b`).test(rest.slice(0, use.index))
      )
        return false;
      return fromLast(match, view, use.index + 1);
    },
  },
  {
    ...go,
    id: 'reliability/shared-map',
    title: 'Handlers change a map that all of them share',
    pattern:
      /^(?:var\s+(\w+)\s*(?:map\[[^\n]*|=\s*(?:make\s*\(\s*)?map\[[^\n]*)|\t(\w+)\s*=\s*(?:make\s*\(\s*)?map\[[^\n]*)$/gm,
    impact: 'hygiene',
    confidence: 0.6,
    cwe: ['CWE-362', 'CWE-366', 'CWE-820'],
    description: 'Requests run at the same time: two writes at once end the process.',
    recommendation: 'Hold a mutex, or use sync.Map.',
    refine: (match, view) => {
      const name = match[1] ?? match[2]!;
      if (match[2] !== undefined && view.functionAt(view.lineAt(match.index ?? 0))) return false;
      if (!handler.test(view.code)) return false;
      const write = new RegExp(
        String.raw`\b${plain(name)}\[[^\]\n]{1,80}\]\s*(?:=(?!=)|\+\+|--|\+=)|\bdelete\s*\(\s*${plain(name)}\s*,`,
        'g',
      );
      for (const found of view.code.matchAll(write)) {
        const line = view.lineAt(found.index);
        const around = view.functionAt(line);
        if (!around) continue;
        const body = view.code.slice(view.offsetOf(around.line), view.offsetOf(around.endLine + 1));
        if (handler.test(body) && !/\.(?:Lock|Do)\s*\(/.test(body))
          return { line, snippet: view.lineText(line), symbol: view.symbolAt(line) };
      }
      return false;
    },
  },
  {
    ...go,
    id: 'access/unsafe-temporary-file',
    title: 'Temporary file with a name that others can take',
    over: 'withoutComments',
    pattern:
      /\b(?:os|ioutil)\.(?:WriteFile|Create|OpenFile)\s*\(\s*(?:"\/(?:var\/)?tmp\/[^"*%\n]+"|(?:filepath|path)\.Join\s*\(\s*os\.TempDir\(\)\s*,\s*"[^"\n]+"\s*\)|os\.TempDir\(\)\s*\+\s*"[^"\n]+")/g,
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-377', 'CWE-379'],
    description: 'Somebody else on the machine can put a link there before.',
    recommendation: 'Use os.CreateTemp.',
    refine: (match, view) => !/O_EXCL/.test(view.lineText(view.lineAt(match.index ?? 0))),
  },
  {
    ...go,
    id: 'injection/command',
    title: 'A shell command put together from data',
    over: 'withoutComments',
    pattern:
      /\bexec\.Cmd\s*\{[^{}]{0,200}\bArgs\s*:\s*\[\]string\s*\{\s*"(?:\/\w+)*(?:ba|da|z)?sh"\s*,\s*"-\w*c"\s*,\s*([^}\n]*(?:\+|Sprintf)[^}\n]*)\}/g,
    impact: 'takeover',
    confidence: 0.7,
    cwe: ['CWE-78', 'CWE-77', 'CWE-88'],
    description: 'The shell runs what stands in the data as commands of its own.',
    recommendation: 'Run the program itself with a list of arguments.',
    refine: (match, view) => {
      const body = bodyBefore(match, view);
      const name = /(?:\+|,)\s*([a-z]\w*)\b/.exec(match[1]!)?.[1];
      if (name === undefined) return false;
      const isTheirs = new RegExp(
        String.raw`\b${plain(name)}\s*(?:,\s*\w+)?\s*:?=\s*[^\n]*(?:Query|Param|Form|Header|Vars|Cookie|os\.Args)`,
      ).test(body);
      const isChecked = new RegExp(
        String.raw`(?:MatchString|Contains|HasPrefix|\[)\s*\(?\s*[^\n]*\b${plain(name)}\b`,
      ).test(body.slice(0, -match[0].length));
      return isTheirs && !isChecked && fromLast(match, view, 0);
    },
  },
  {
    ...go,
    id: 'reliability/unclosed-response',
    title: 'The body of an answer is never closed',
    pattern: /\b(\w+)\s*,\s*\w+\s*:?=\s*(?:http|\w*[cC]lient|hc)\.(?:Get|Post|Do|Head|PostForm)\s*\(/g,
    impact: 'hygiene',
    confidence: 0.6,
    cwe: ['CWE-772', 'CWE-404'],
    description: 'Its connection is never given back; in time there is none left.',
    recommendation: 'defer resp.Body.Close() behind the check of the error.',
    refine: leavesBodyOpen,
  },
  {
    ...go,
    id: 'reliability/unchecked-assertion',
    title: 'The wrong kind of value in the body ends the request with a panic',
    over: 'withoutComments',
    pattern:
      /\b(\w+)\s*:?=\s*(\w+)\[[^\]\n]{1,60}\]\.\((?:string|float64|bool|int|\[\]interface\s*\{\}|\[\]any|map\[string\](?:any|interface\s*\{\}))\)/g,
    impact: 'hygiene',
    confidence: 0.6,
    cwe: ['CWE-248', 'CWE-704', 'CWE-754'],
    description: 'A single-value assertion panics where the kind is another one or nothing is there.',
    recommendation: 'Take the second value (v, ok := …) and answer 400 without it.',
    refine: (match, view) => {
      const body = bodyBefore(match, view);
      const before = body.slice(0, -match[0].length);
      return (
        !/,\s*$/.test(before) &&
        handler.test(body) &&
        new RegExp(
          String.raw`(?:Decode|Bind\w*|BodyParser|Unmarshal)\s*\([^\n]*&\s*${plain(match[2]!)}\b`,
        ).test(before)
      );
    },
  },
  {
    ...go,
    id: 'access/unsafe-temporary-file',
    title: 'Temporary file with a name that others can guess',
    over: 'withoutComments',
    pattern:
      /\b(\w+)\s*:?=\s*(?:fmt\.Sprintf\s*\(\s*"\/(?:var\/)?tmp\/|"\/(?:var\/)?tmp\/[^"\n]*"\s*\+|filepath\.Join\s*\(\s*os\.TempDir\(\)\s*,)/g,
    impact: 'weakening',
    confidence: 0.55,
    cwe: ['CWE-377', 'CWE-379'],
    description: 'Somebody else on the machine can put a link there before.',
    recommendation: 'Use os.CreateTemp.',
    refine: (match, view) => {
      const rest = bodyAfter(match, view);
      const use = new RegExp(
        String.raw`\b(?:os|ioutil)\.(?:Create|WriteFile|OpenFile)\s*\(\s*${plain(match[1]!)}\b[^\n]*`,
      ).exec(rest);
      return (
        use !== null &&
        !/O_EXCL/.test(use[0]) &&
        !/rand|uuid/i.test(view.lineText(view.lineAt(match.index ?? 0))) &&
        fromLast(match, view, use.index + 1)
      );
    },
  },
  {
    ...go,
    id: 'reliability/unchecked-number',
    title: 'A number from the request asks for memory unchecked',
    pattern: /\bmake\s*\(\s*\[\][\w.*[\]]+\s*,\s*(?:0\s*,\s*)?(?:int\s*\(\s*)?([a-z]\w*)\s*\)?\s*\)/g,
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-770', 'CWE-789', 'CWE-400'],
    description: 'A huge number takes all memory.',
    recommendation: 'Refuse numbers out of bounds first.',
    refine: (match, view) => {
      const name = plain(match[1]!);
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
    id: 'access/error-details',
    title: 'Error details in the answer',
    pattern:
      /\b(?:http\.Error\s*\(\s*\w+\s*,\s*(?:fmt\.Sprint\w*\([^\n]{0,80})?\w*[eE]rr\w*(?:\.Error\(\)|\b[^.\w])[^\n]{0,60}(?:5\d\d|StatusInternalServerError)|\w+\.(?:JSON|String|AbortWithStatusJSON|SendString)\s*\(\s*(?:5\d\d|http\.StatusInternalServerError)\s*,[^\n]{0,120}\berr\.Error\(\)|fmt\.Fprint\w*\s*\(\s*w\s*,[^\n]{0,100}\berr(?:\.Error\(\))?\s*\))/g,
    impact: 'hygiene',
    confidence: 0.55,
    cwe: ['CWE-209'],
    description: 'Paths, queries and addresses in the text help an attacker.',
    recommendation: 'Log the error and answer with a text of your own.',
  },
  {
    ...go,
    id: 'reliability/ignored-error',
    title: 'An error is put aside',
    pattern:
      /\b(\w+)\s*,\s*_\s*:?=\s*(?:os\.(?:Open\w*|Create)|net\.\w+|http\.(?:NewRequest\w*|Get|Post)|sql\.Open|strconv\.\w+|io\.ReadAll|ioutil\.\w+|json\.Marshal)\s*\(|\b(\w+)\s*,\s*err\s*:?=\s*(?:os\.(?:Open\w*|Create)|net\.\w+)\s*\([^\n]*\)\s*\n\s*_\s*=\s*err\b/g,
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-252', 'CWE-391', 'CWE-754'],
    description: 'What follows works on nothing and ends the process, or goes on with a wrong value.',
    recommendation: 'Return or handle the error.',
    refine: (match, view) => {
      const name = match[1] ?? match[2]!;
      const rest = bodyAfter(match, view);
      // Only where the value is then used as if it were there.
      return name !== '_' && new RegExp(String.raw`\b${plain(name)}\.\w+`).test(rest.slice(0, 400));
    },
  },
  {
    ...go,
    id: 'performance/no-timeouts',
    title: 'Server that waits for slow clients without end',
    pattern: /\bhttp\.Server\s*\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}/g,
    impact: 'hygiene',
    confidence: 0.7,
    cwe: ['CWE-400', 'CWE-770'],
    description: 'Clients that send a byte now and then hold all connections.',
    recommendation: 'Set ReadHeaderTimeout and ReadTimeout.',
    refine: (match, view) =>
      /\w\s*:/.test(match[1]!) &&
      !/Timeout\s*:/.test(match[1]!) &&
      !/\.Read(?:Header)?Timeout\s*=/.test(wholeBody(match, view)),
  },
  {
    ...go,
    id: 'access/timing-comparison',
    title: 'Secret compared in a time that depends on it',
    over: 'withoutComments',
    pattern:
      /\.Header\.Get\s*\(\s*"[^"\n]*(?:secret|token|key|signature|auth)[^"\n]*"\s*\)\s*[!=]=\s*(?!")[\w.]+|\b\w*(?:[sS]ignature|[hH]mac|[mM]ac|[sS]ecret|[tT]oken)\w*\s*[!=]=\s*\w*(?:[sS]ignature|[hH]mac|[mM]ac|[sS]ecret|[eE]xpected)\w*\b(?!\s*[.(])|\bbytes\.Equal\s*\([^()\n]{0,60}(?:[mM]ac|[sS]ignature|[sS]ecret)/gi,
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-208'],
    description: 'The time of the comparison tells how much of a guess is right.',
    recommendation: 'Use hmac.Equal or subtle.ConstantTimeCompare.',
    refine: (match, view) => isSecret(match[0]) && !/_test\.go$/.test(view.path),
  },
  {
    ...go,
    over: 'withoutComments',
    id: 'access/foreign-record',
    title: 'Record changed by a number in the request alone',
    pattern:
      /\.(?:Delete|First|Take|Last)\s*\(\s*&\w[\w.{}]*\s*,\s*(?:"(?:\w+\.)?id\s*=\s*\?"\s*,\s*)?(?:\w+\.(?:Param|Query|Params|QueryParam|PathValue|FormValue)\s*\(|chi\.URLParam\s*\()/g,
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-639', 'CWE-862', 'CWE-285'],
    description:
      'The handler takes whose record it is from the request and never compares it with who is signed in.',
    recommendation: 'Make the owner part of the query.',
    refine: (match, view) => {
      const line = view.lineText(view.lineAt(match.index ?? 0));
      return !/[oO]wner|[uU]ser_?[iI][dD]|tenant|account/i.test(line) && hasUsers(view);
    },
  },
];

function isSecret(text: string): boolean {
  return (
    !/\b(?:token|kind|type)\s*[!=]=\s*\w*(?:Token|EOF|type)\b/i.test(text) &&
    !/[tT]oken\w*\s*[!=]=\s*\w*(?:token\.|Type)/.test(text)
  );
}

function hasUsers(view: SourceView): boolean {
  return /\bauth\b|jwt|session|OwnerID|UserID|middleware/i.test(view.text);
}

/** Nothing closes the answer in group 1, and it is not handed on. */
export function leavesBodyOpen(match: RegExpMatchArray, view: SourceView): boolean {
  const rest = bodyAfter(match, view);
  const name = plain(match[1]!);
  return (
    match[1] !== '_' &&
    new RegExp(String.raw`\b${name}\.(?:Body|StatusCode)\b`).test(rest) &&
    !/\.Body\.Close\b/.test(rest) &&
    // Handed on as a whole, it is for somebody else to close.
    !new RegExp(
      String.raw`\breturn\b[^\n]*\b${name}\b(?!\.)|[(,]\s*${name}\s*[,)]|=\s*${name}\s*$`,
      'm',
    ).test(rest)
  );
}
