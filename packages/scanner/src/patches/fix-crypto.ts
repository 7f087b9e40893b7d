import type { Edit } from './edit.ts';
import { closingBracket } from './expression.ts';
import type { Fixer, FixSite } from './fixer.ts';
import { isForBrowsers } from './script-side.ts';
import { swap } from './swap.ts';

const strongerHash = swap(
  [/(createHash\s*\(\s*)(['"])(?:md[245]|sha-?1)\2/i, '$1$2sha256$2'],
  [/\bhashlib\.(?:md5|sha1|md4)(\s*\()/, 'hashlib.sha256$1'],
  [/(hashlib\.new\s*\(\s*)(["'])(?:md[245]|sha1)\2/, '$1$2sha256$2'],
  [/(MessageDigest\s*\.\s*getInstance\s*\(\s*)"(?:MD[245]|SHA-?1?)"/i, '$1"SHA-256"'],
  [/\b(?:MD5|SHA1)(?:CryptoServiceProvider)?\.Create\s*\(/, 'SHA256.Create('],
  [/\bInsecure\.(?:MD5|SHA1)(\.hash\s*\()/, 'SHA256$1'],
  [/(?<![\w.])(?:md5|sha1)(\s*\.\s*convert\s*\()/, 'sha256$1'],
);

/** Another digest, unless the code around it names the digest: then a file or a protocol depends on it. */
export function fixHash(site: FixSite): Edit[] | undefined {
  const edits = strongerHash(site);
  const [edit] = edits ?? [];
  if (edit === undefined) return undefined;
  const { text } = site;
  const lines = text.slice(0, edit.start).split('\n').slice(-3).join('\n');
  const below = text.slice(edit.end).split('\n', 7).join('\n');
  const around = `${lines} ${below}`.replace(
    /\(\s*["'](?:md5|sha-?1)["']|\bhashlib\.(?:md5|sha1)\s*\(|\bInsecure\.(?:MD5|SHA1)\b|\b(?:md5|sha1)\s*\.\s*convert\b/gi,
    '',
  );
  return /md5|sha-?1(?!\d)|gravatar|e-?tag|checksum/i.test(around) ? undefined : edits;
}

const pythonRandom =
  /(?<![\w.])random\.(random|randint|randrange|choice|choices|sample|getrandbits|uniform|shuffle)(\s*\()/;
const javaRandom = /\bnew\s+(?:java\.util\.)?Random\s*\(\s*\)/;
const bound = String.raw`(\d+|[A-Za-z_$][\w$.]*)`;
const scriptRandom: readonly RegExp[] = [
  new RegExp(String.raw`\bMath\.floor\s*\(\s*Math\.random\(\)\s*\*\s*${bound}\s*\)`),
  /\bMath\.floor\s*\(\s*\(\s*Math\.random\(\)\s*\*\s*(\d+)\s*\)\s*\+\s*(\d+)\s*\)/,
  /\bMath\.floor\s*\(\s*Math\.random\(\)\s*\*\s*(\d+)\s*\+\s*(\d+)\s*\)/,
];

/** Secure random numbers of the same range, unless the code needs a reproducible sequence. */
export const fixRandom: Fixer = (site) => {
  const { code, text, start, finding } = site;
  const replace = (match: RegExpExecArray, replacement: string): Edit[] => [
    {
      file: finding.file,
      start: start + match.index,
      end: start + match.index + match[0].length,
      replacement,
    },
  ];
  const python = pythonRandom.exec(code);
  if (python) {
    if (/(?<![\w.])random\.seed\s*\(/.test(text)) return undefined;
    return replace(python, `random.SystemRandom().${python[1]}${python[2]}`);
  }
  const java = javaRandom.exec(code);
  if (java)
    return /\.setSeed\s*\(/.test(text) ? undefined : replace(java, 'new java.security.SecureRandom()');
  for (const pattern of scriptRandom) {
    const match = pattern.exec(code);
    if (match === null) continue;
    const [, count = '', least] = match;
    return replace(match, scriptNumber(site, count, least));
  }
  return undefined;
};

/** An integer from `least` (0) on, out of `count` values. */
function scriptNumber(site: FixSite, count: string, least: string | undefined): string {
  const module = isForBrowsers(site) ? undefined : cryptoModule(site.text);
  if (module !== undefined) {
    const range =
      least === undefined
        ? count
        : `${least}, ${/^\d+$/.test(count) ? Number(count) + Number(least) : count}`;
    return `${module}.randomInt(${range})`;
  }
  // Needs no import, so it works in modules and in browsers.
  const word = `(globalThis.crypto.getRandomValues(new Uint32Array(1))[0] % ${count}`;
  return least === undefined ? `${word})` : `${word} + ${least})`;
}

/** The local name of Node's crypto module; undefined if the change would need an import. */
function cryptoModule(text: string): string | undefined {
  const bound =
    /\b(?:const|let|var)\s+(\w+)\s*=\s*require\(\s*['"](?:node:)?crypto['"]\s*\)(?!\s*\.)/.exec(text)?.[1] ??
    /\bimport\s+(?:\*\s*as\s+)?(\w+)\s*(?:,\s*\{[^}]*\}\s*)?from\s*['"](?:node:)?crypto['"]/.exec(text)?.[1];
  if (bound !== undefined) return bound;
  const isModule = /^[^\S\n]*(?:import\s[^(]|export\s)/m.test(text);
  return !isModule && /\brequire\s*\(|\bmodule\.exports\b/.test(text) ? "require('crypto')" : undefined;
}

/** Longer keys, if the number is the key length of RSA or a similar algorithm. */
export const fixKeyLength: Fixer = (site) => {
  // A curve has a fixed size.
  if (/["'](?:EC|ECDSA|X25519|Ed25519|AES|DES\w*|Hmac\w*)["']|\bec\.|secp\d/i.test(linesAbove(site)))
    return undefined;
  return swap([
    /(modulusLength\s*:\s*|key_size\s*=\s*|\.generate\s*\(\s*|GenerateKey\s*\([^,]+,\s*|RSA\.Create\s*\(\s*|newkeys\s*\(\s*|initialize\s*\(\s*)\d+/,
    '$13072',
  ])(site);
};

const linesAbove = ({ text, start, code }: FixSite) =>
  text.slice(0, start).split('\n').slice(-5).join('\n') + code.split('\n', 1)[0];

const checkedToken = swap(
  [/("verify_signature"\s*:\s*)False/, '$1True'],
  [/('verify_signature'\s*:\s*)False/, '$1True'],
  [/(\bverify\s*=\s*)False/, '$1True'],
  [/(ignoreExpiration\s*:\s*)true/, '$1false'],
  // A signed token has only claims. The same parser refuses unsigned ones.
  [/(\bJwts\.parser(?:Builder)?\(\)[^;\n<>]{0,200}\.)parse\(/, '$1parseClaimsJws('],
  [/(ValidateIssuerSigningKey\s*=\s*|RequireSignedTokens\s*=\s*)false/, '$1true'],
);

/** Verifies tokens, if the call already gets what the verification needs. */
export function fixToken(site: FixSite): Edit[] | undefined {
  const edits = checkedToken(site);
  const [edit] = edits ?? [];
  if (edits === undefined || edit === undefined || site.language === 'C#') return edits;
  const { text, start, code, finding } = site;
  const decode = /\bdecode\s*\(/.exec(code);
  if (site.language === 'Python') {
    if (!decode) return undefined;
    const open = start + decode.index + decode[0].length - 1;
    const given = text.slice(open, closingBracket(text, open));
    const hasKey =
      /^\([^,()]+,\s*(?!options\b|verify\b|algorithms\b)[\w.[\]'"()]+/.test(given) || /\bkey\s*=/.test(given);
    return hasKey && /\balgorithms\s*=/.test(given) ? edits : undefined;
  }
  // The variable for the token may have a type that the new parser does not return.
  const line = text.lastIndexOf('\n', text.lastIndexOf('\n', edit.start) - 1) + 1;
  const type = /\bJwt<(\s*\w+)\s*,\s*Claims>/.exec(text.slice(line, edit.start));
  const [, header = ''] = type ?? [];
  if (!type || /JwsHeader/.test(header)) return edits;
  const at = line + type.index + 'Jwt<'.length;
  return [{ file: finding.file, start: at, end: at + header.length, replacement: '?' }, ...edits];
}
