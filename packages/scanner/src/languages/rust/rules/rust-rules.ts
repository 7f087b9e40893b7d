import { bodyAfter, bodyBefore, fromLast, plain, wholeBody } from '../../../rules/body-text.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const rust = { languages: ['Rust'], source: 'code', over: 'code' } as const;
const fromRequest = /(?:Path|Query|Json|Form)\s*(?:\(|<)|req\.|HttpRequest|#\[(?:get|post|put|delete)\b/;

/** Libraries with disabled protection, and numbers from outside, in Rust. */
export const rustRules: readonly TextRule[] = [
  {
    ...rust,
    id: 'access/unverified-token',
    pattern:
      /\binsecure_disable_signature_validation\s*\(|\bdangerous_insecure_decode\w*\s*(?:::<[^>]*>)?\s*\(|\binsecure_decode\w*\s*\(|\bvalidate_(?:exp|aud)\s*=\s*false/g,
    impact: 'takeover',
    confidence: 0.85,
    cwe: ['CWE-347', 'CWE-345'],
    description: 'Anybody can forge a token for any user.',
    recommendation: 'Verify the signature with one fixed algorithm before you read the claims.',
    refine: (match) =>
      /validate_/.test(match[0]) ? { impact: 'weakening', cwe: ['CWE-613', 'CWE-347'] } : true,
  },
  {
    ...rust,
    id: 'access/any-origin',
    pattern:
      /\bCors(?:Layer)?::(?:very_)?permissive\s*\(\s*\)|\.(?:allow_any_origin|send_wildcard)\s*\(\s*\)|\bAllowOrigin::(?:mirror_request|any)\s*\(\s*\)/g,
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-942', 'CWE-346'],
    description: 'A page of another site can read with the permissions of its visitor.',
    recommendation: 'List the allowed origins.',
  },
  {
    ...rust,
    id: 'crypto/fixed-nonce',
    over: 'withoutComments',
    pattern:
      /\b(?:\w*Nonce|GenericArray|Iv)::(?:<[^>]*>::)?(?:from_slice|from|clone_from_slice|try_from)\s*\(\s*(?:&?\s*b"[^"\n]*"|&?\s*\[\s*\d+(?:u8)?\s*[;,][^\]]*\]|&?[A-Z_]{2,}\b)\s*\)/g,
    impact: 'weakening',
    confidence: 0.8,
    cwe: ['CWE-329', 'CWE-323', 'CWE-1204'],
    description: 'A nonce that is used twice reveals the authentication key of GCM.',
    recommendation: 'Generate it for each message (generate_nonce).',
    refine: (match, view) => {
      const rest = bodyAfter(match, view);
      const isKey = /\b[kK]ey\s*(?::[^=]*)?=\s*$|[kK]ey::/.test(
        bodyBefore(match, view).slice(0, -match[0].length).slice(-60),
      );
      return /encrypt|seal/.test(rest) && !isKey;
    },
  },
  {
    ...rust,
    id: 'access/unguarded-scope',
    over: 'withoutComments',
    pattern:
      /\b(?:web::)?scope\s*\(\s*"\/?(?:api\/)?(?:admin|internal|manage\w*)[^"\n]*"\s*\)((?:(?!\b(?:web::)?scope\s*\()[\s\S]){0,600})/g,
    impact: 'disclosure',
    confidence: 0.55,
    cwe: ['CWE-862', 'CWE-306'],
    description: 'Another scope of this file runs a guard first; this one runs none.',
    recommendation: 'Wrap the scope in the guard that the others have.',
    refine: (match, view) =>
      !/\.(?:wrap|wrap_fn|guard|layer|route_layer)\s*\(/.test(
        (match[1] ?? '').replace(/\.service\s*\(\s*(?:web::)?scope.*$/s, ''),
      ) && /\.wrap\s*\(\s*\w*(?:auth|Auth|session|jwt|Identity)/.test(view.withoutComments),
  },
  {
    ...rust,
    id: 'reliability/unchecked-number',
    pattern:
      /\bvec!\s*\[[^\]\n;]{1,40};\s*([a-z_]\w*)(?:\s+as\s+usize)?\s*\]|\bwith_capacity\s*\(\s*([a-z_]\w*)(?:\.\w+)?(?:\s+as\s+usize)?\s*\)|(?<![/*\w])\w+\s*[/%]\s*([a-z_]\w*)\b(?!\s*[.(:/])/g,
    impact: 'weakening',
    confidence: 0.6,
    cwe: ['CWE-770', 'CWE-789', 'CWE-400'],
    description: 'A huge number requests all memory.',
    recommendation: 'Refuse numbers out of bounds first.',
    refine: (match, view) => {
      const body = wholeBody(match, view);
      const given = match[1] ?? match[2] ?? match[3] ?? '';
      const name = plain(given);
      const head = body.slice(0, body.indexOf('{') + 1);
      const before = body.slice(0, Math.max(0, body.indexOf(match[0])));
      const line = view.functionAt(view.lineAt(match.index ?? 0))?.line ?? 1;
      const attributes = view.text.slice(Math.max(0, view.offsetOf(line) - 200), view.offsetOf(line));
      const isRoute = fromRequest.test(head) || /#\[(?:get|post|put|delete)\b[^\n]*\]\s*$/.test(attributes);
      if (!isRoute) return false;
      const isOwn =
        new RegExp(
          String.raw`\b${name}\s*\)?\s*:\s*(?:web::|extract::)?(?:Path|Query|Json|Form|u\d+|usize|i\d+)`,
        ).test(head) ||
        new RegExp(
          String.raw`\blet\s+(?:mut\s+)?${name}\s*(?::[^=]*)?=\s*(?:\w+\.into_inner\(\)|[^;]*\.parse(?:::<\w+>)?\(\))`,
        ).test(before) ||
        isFieldOfRequest(name, head, before);
      const checks = new RegExp(
        String.raw`\b${name}\s*(?:[<>]|[!=]=)|[<>]=?\s*${name}\b|\b${name}\.(?:min|clamp|checked)|\.contains\(&${name}\)|NonZero`,
      );
      if (!isOwn || checks.test(before.replace(head, '')) || /NonZero/.test(head)) return false;
      return match[3] === undefined
        ? true
        : {
            impact: 'hygiene',
            cwe: ['CWE-369'],
            description: 'Zero makes the request panic.',
            recommendation: 'Use checked_div, or refuse zero first.',
          };
    },
  },
  {
    ...rust,
    id: 'reliability/unchecked-product',
    pattern: /\b(\w+)\.(\w+)\s*[*]\s*\1\.(\w+)\b(?!\s*\()/g,
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-190'],
    description: 'A release build wraps around silently.',
    recommendation: 'Use checked_mul.',
    refine: (match, view) => {
      const body = wholeBody(match, view);
      const head = body.slice(0, body.indexOf('{') + 1);
      return (
        new RegExp(String.raw`(?:Query|Json|Form|Path)\s*(?:\(\s*(?:mut\s+)?${plain(match[1])}\s*\)|<)`).test(
          head,
        ) &&
        new RegExp(String.raw`\b${plain(match[1])}\b`).test(head) &&
        !/[<>]=?\s*\d|\.min\(|clamp/.test(body.slice(head.length, body.indexOf(match[0])))
      );
    },
  },
  {
    ...rust,
    id: 'reliability/panic-on-input',
    pattern: /\.parse\s*(?:::<\w+>)?\s*\(\s*\)\s*\.(?:unwrap|expect)\s*\(/g,
    impact: 'hygiene',
    confidence: 0.5,
    cwe: ['CWE-248', 'CWE-754', 'CWE-20'],
    description: 'Anybody can make it panic.',
    recommendation: 'Return a client error.',
    refine: (match, view) => {
      const body = wholeBody(match, view);
      return fromRequest.test(body.slice(0, body.indexOf('{') + 1));
    },
  },
  {
    ...rust,
    id: 'reliability/check-then-use',
    pattern:
      /\bif\s+!?\s*(?:\w+::)*(\w+)(?:\.as_ref\(\))?\.(?:exists|is_file|try_exists\(\)\??)\s*\(?\s*\)?[^{]{0,40}\{[^}]{0,300}?\b(?:fs::(?:write|read\w*|remove\w*|rename)|File::(?:create|open))\s*\(\s*&?\1\b/g,
    impact: 'hygiene',
    confidence: 0.55,
    cwe: ['CWE-367', 'CWE-362'],
    description: 'Between the check and the use somebody else can put another file there.',
    recommendation: 'Open it directly (create_new) and handle the error.',
    refine: (match, view) => fromLast(match, view, 0),
  },
  {
    ...rust,
    id: 'access/error-details',
    over: 'withoutComments',
    pattern:
      /\bErr\s*\(\s*(\w+)\s*\)\s*=>\s*(?:return\s+)?(?:HttpResponse::InternalServerError\(\)\s*\.\s*(?:body|json)\s*\(|\(\s*StatusCode::INTERNAL_SERVER_ERROR\s*,)(?:[^;,]{0,80}|\s*format!\([^;)]{0,80})\b\1\b|\bmap_err\s*\(\s*\|(\w+)\|\s*\(\s*StatusCode::INTERNAL_SERVER_ERROR\s*,[^|]{0,60}\b\2\b|\bErrorInternalServerError\s*\(\s*(?:e|err)\b/g,
    impact: 'hygiene',
    confidence: 0.6,
    cwe: ['CWE-209'],
    description: 'Queries, paths and addresses in the text help an attacker.',
    recommendation: 'Log the error and return a message of your own.',
  },
];

/** `let size = wanted.size;` where `wanted` is request data. */
function isFieldOfRequest(name: string, head: string, before: string): boolean {
  const base = new RegExp(String.raw`\blet\s+(?:mut\s+)?${name}\s*(?::[^=]*)?=\s*(\w+)\.\w+\s*;`).exec(
    before,
  )?.[1];
  return (
    base !== undefined &&
    new RegExp(
      String.raw`\b(?:Path|Query|Json|Form)\s*\(\s*${base}\s*\)|\b${base}\s*:\s*(?:web::|extract::)?(?:Path|Query|Json|Form)\b`,
    ).test(head)
  );
}
