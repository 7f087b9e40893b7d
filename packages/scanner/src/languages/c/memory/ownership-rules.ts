import { bodyAfter, bodyBefore, fromLast, plain, wholeBody } from '../../../rules/body-text.ts';
import type { TextRule } from '../../../rules/text-rule.ts';

const native = { languages: ['C', 'C++'], source: 'code', over: 'code' } as const;
const cpp = { languages: ['C++'], source: 'code', over: 'code' } as const;
const secret = /token|secret|passw|session|nonce|salt|otp|\bpin\b|api_?key|csrf|cookie/i;

/** Owners, temporaries and libraries in C and C++ that are unsafe by default. */
export const nativeOwnershipRules: readonly TextRule[] = [
  {
    ...native,
    id: 'memory/lost-on-failure',
    pattern: /(?<![\w.>*])([a-z_]\w*(?:(?:->|\.)\w+)*)\s*=\s*(?:\([\w\s*]{1,40}\)\s*)?realloc\s*\(\s*\1\s*,/g,
    impact: 'hygiene',
    confidence: 0.55,
    cwe: ['CWE-401', 'CWE-772', 'CWE-690'],
    description: 'On failure realloc returns NULL and keeps the old block, which nothing points to any more.',
    recommendation: 'Assign the result to another variable first, and free the old block if it is NULL.',
    refine: (match, view) => {
      const rest = bodyAfter(match, view).slice(0, 300);
      // If the program ends there, nothing is leaked.
      return (
        new RegExp(
          String.raw`^[^;]*;\s*if\s*\(\s*(?:!\s*${plain(match[1] ?? '')}|${plain(match[1] ?? '')}\s*==\s*(?:NULL|0|nullptr))`,
        ).test(rest) && !/^[^;]*;[^;]*\b(?:exit|abort|die|err|panic|fatal)\w*\s*\(/i.test(rest)
      );
    },
  },
  {
    ...cpp,
    id: 'memory/mismatched-release',
    pattern: /\bdelete\s+(?:this->)?([a-z_]\w*)\s*;/g,
    impact: 'weakening',
    confidence: 0.75,
    cwe: ['CWE-762', 'CWE-763'],
    description: 'new[] needs delete[]: mixing the two forms corrupts the heap.',
    recommendation: 'Use delete[], or a container that does it.',
    refine: (match, view) => {
      const name = plain(match[1] ?? '');
      const made = String.raw`\b${name}\s*(?:=|\(|\{)\s*new\s+[\w:<>\s*]+?`;
      if (new RegExp(String.raw`${made}\[`).test(bodyBefore(match, view))) return false;
      return (
        new RegExp(String.raw`${made}\[`).test(view.code) && !new RegExp(`${made}[;({)}]`).test(view.code)
      );
    },
  },
  {
    ...cpp,
    id: 'memory/returned-local',
    pattern:
      /\b(?:std::)?(?:string_view|span\s*<[^;{}()]{1,60}>)\s+[\w:]+\s*\([^;{}]{0,300}\)[^;{}]{0,40}\{/g,
    impact: 'weakening',
    confidence: 0.75,
    cwe: ['CWE-416', 'CWE-562', 'CWE-825'],
    description: 'After the return the object is gone, and with it what the view refers to.',
    recommendation: 'Return the object itself.',
    refine: (match, view) => {
      const body = bodyAfter(match, view);
      for (const way of body.matchAll(/\breturn\s+([a-z_]\w*)\s*(?:\.substr\s*\([^;]*)?;/g)) {
        const made = new RegExp(
          String.raw`(?:^|[;{}])\s*(?:const\s+)?(?:std::)?(?:string|vector\s*<[^;]*>|ostringstream)\s+${plain(way[1] ?? '')}\s*(?:[;=({])`,
        );
        if (made.test(body.slice(0, way.index))) return fromLast(match, view, way.index + 1);
      }
      return false;
    },
  },
  {
    ...cpp,
    id: 'memory/dangling-text',
    pattern:
      /\b(?:const\s+char\s*\*|(?:const\s+)?auto\s*\*?|std::string_view|string_view)\s*(?:const\s+)?\w+\s*=\s*(?:([A-Za-z_]\w*)\s*\([^;{}]{0,120}\)|std::(?:to_string|string)\s*\([^;{}]{0,120}\)|\([^;{}]{0,120}\+[^;{}]{0,120}\)|[\w.]+\.(?:substr|str|string)\s*\([^;()]{0,80}\))\s*\.\s*(?:c_str|data)\s*\(\s*\)\s*;/g,
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-416', 'CWE-825'],
    description: 'The pointer points into a temporary object, which is destroyed before the next line runs.',
    recommendation: 'Keep the object in a variable for as long as the pointer is used.',
    refine: (match, view) =>
      match[1] === undefined ||
      new RegExp(String.raw`(?:^|[;{}\s])(?:std::)?string\s+(?:\w+::)?${plain(match[1])}\s*\(`, 'm').test(
        view.code,
      ),
  },
  {
    ...cpp,
    id: 'memory/unchecked-cast',
    pattern:
      /\bdynamic_cast\s*<[^<>;]{1,80}\*\s*>\s*\([^();]{1,80}\)\s*->|\b([a-z_]\w*)\s*=\s*dynamic_cast\s*<[^<>;]{1,80}\*\s*>\s*\([^;{}]{1,80}\)\s*;/g,
    impact: 'hygiene',
    confidence: 0.6,
    cwe: ['CWE-476'],
    description:
      'For an object of another type the cast returns nullptr, and reading through it crashes the process.',
    recommendation: 'Check for nullptr, or cast to a reference.',
    refine: (match, view) => {
      if (match[1] === undefined) return true;
      const rest = bodyAfter(match, view);
      const first = new RegExp(String.raw`\b${plain(match[1])}\b`).exec(rest);
      if (first === null || !rest.slice(first.index + match[1].length).startsWith('->')) return false;
      return fromLast(match, view, first.index + 1);
    },
  },
  {
    ...cpp,
    id: 'transport/unchecked-certificate',
    pattern:
      /\bset_verify_mode\s*\(\s*[\w:]*\bverify_none\b|\benable_server_certificate_verification\s*\(\s*false|\bVerifySsl\s*[({]\s*false|\bContext::VERIFY_NONE\b|\bset_verify_peer\s*\(\s*false/g,
    impact: 'weakening',
    confidence: 0.85,
    cwe: ['CWE-295'],
    description: 'Anybody on the network path can read and change everything.',
    recommendation: 'Verify the peer against the trusted authorities.',
  },
  {
    ...cpp,
    id: 'crypto/weak-random',
    pattern: /\bstd::(?:mt19937(?:_64)?|minstd_rand0?|default_random_engine|ranlux\w+|knuth_b)\b/g,
    impact: 'weakening',
    confidence: 0.7,
    cwe: ['CWE-338', 'CWE-330'],
    description: 'A few outputs, or the time of its seed, are enough to predict all later ones.',
    recommendation: 'Take random bytes from the system or the cryptographic library.',
    refine: (match, view) => {
      const body = wholeBody(match, view);
      return (
        secret.test(body.slice(0, body.indexOf('{'))) ||
        /\b(?:token|password|secret|salt|nonce)\w*\s*(?:=|\+=|\[|\.push_back)/i.test(body)
      );
    },
  },
  {
    ...native,
    id: 'access/fixed-password',
    over: 'withoutComments',
    pattern:
      /\b(?:strcmp|strncmp|strcasecmp|memcmp)\s*\(\s*(?:\w+\s*,\s*"(?=[^"\n]*\d)[^"\n\s%]{6,60}"|"(?=[^"\n]*\d)[^"\n\s%]{6,60}"\s*,\s*\w+)/g,
    impact: 'disclosure',
    confidence: 0.55,
    cwe: ['CWE-798', 'CWE-259'],
    description: 'Anybody who has the program has the password.',
    recommendation: 'Keep a salted hash outside the program and compare with that.',
    refine: (match, view) =>
      /passw|passwd|\bpin\b|login|authenticat|credential/i.test(
        view.symbolAt(view.lineAt(match.index ?? 0)),
      ) && !/pass\w*\s*,\s*"|"\s*,\s*\w*pass/i.test(match[0]),
  },
];
