import { bodyBefore, wholeBody } from '../../../rules/body-text.ts';
import type { TextRule } from '../../../rules/text-rule.ts';
import { oldTls, tls } from '../../shared/rules/transport-rules.ts';

const native = { languages: ['C', 'C++'], over: 'code' } as const;
/** A setting with which an operator disables the check. */
const chosen =
  /\bif\s*\([^;{}]*(?:insecure|verif|skip|no_?check|allow|trust|self_?sign|unsafe|ignore)[^;{}]*\)\s*\{?[^;{}]*$/i;

/** Disabled certificate checks, outdated versions, weak keys, repeated nonces. */
export const nativeTlsRules: readonly TextRule[] = [
  {
    ...tls,
    ...native,
    id: 'transport/unchecked-certificate',
    pattern: /\bCURLOPT_SSL_VERIFY(?:PEER|HOST)\s*,\s*0/g,
    refine: (match, view) => !chosen.test(bodyBefore(match, view).slice(0, -match[0].length)),
  },
  {
    ...tls,
    ...native,
    id: 'transport/unchecked-certificate',
    pattern: /\bSSL_VERIFY_NONE\b/g,
    refine: (match, view) => {
      const body = wholeBody(match, view);
      // A setting chooses between the two, a server requires no client certificate, or the result is checked.
      return (
        !/\bSSL_VERIFY_PEER\b|\bSSL_(?:set_accept_state|accept)\b|\b(?:TLS|SSLv23|DTLS)_server_method\b/.test(
          body,
        ) &&
        !/\b(?:SSL_get_verify_result|X509_verify_cert)\s*\(/.test(view.code) &&
        !chosen.test(bodyBefore(match, view).slice(0, -match[0].length))
      );
    },
  },
  {
    ...tls,
    ...native,
    id: 'transport/unchecked-certificate',
    pattern: /\bSSL_get1?_peer_certificate\s*\(/g,
    needs: /\bSSL_CTX_new\b/,
    impact: 'weakening',
    confidence: 0.6,
    description: 'The certificate may be invalid: nothing checks whether it was verified.',
    recommendation: 'Use SSL_VERIFY_PEER, or check SSL_get_verify_result and the host name.',
    refine: (_, view) =>
      /\bSSL_connect\s*\(/.test(view.code) &&
      !/\bSSL_VERIFY_PEER\b|\bSSL_get_verify_result\b|\bX509_verify_cert\b/.test(view.code),
  },
  {
    ...tls,
    ...native,
    id: 'transport/unchecked-certificate',
    pattern: /[=!]=\s*X509_V_ERR_(?!OUT_OF_MEM)\w+/g,
    impact: 'weakening',
    confidence: 0.7,
    description: 'A certificate that failed its check is accepted as a valid one.',
    recommendation: 'Continue only if the result is X509_V_OK.',
    refine: (match, view) => {
      const before = bodyBefore(match, view);
      const test = before.slice(Math.max(before.lastIndexOf(';'), before.lastIndexOf('{')) + 1);
      // The certificate is accepted if it is valid or if one kind of error occurred.
      return match[0].startsWith('=') && /\bif\s*\(/.test(test) && /X509_V_OK\s*\)*\s*\|\|/.test(test);
    },
  },
  {
    ...oldTls,
    ...native,
    id: 'transport/old-tls',
    pattern:
      /\b(?:SSLv[23]|TLSv1(?:_1)?)_(?:client_|server_)?method\s*\(|\bssl::context(?:_base)?::(?:sslv[23](?!3)|tlsv1(?:1)?)(?:_client|_server)?\b/g,
  },
  {
    ...native,
    id: 'crypto/weak-cipher',
    source: 'code',
    impact: 'weakening',
    confidence: 0.75,
    cwe: ['CWE-327'],
    description:
      'The cipher or its mode is broken: whoever sees the ciphertext learns something about the plaintext.',
    recommendation: 'Use AES with GCM.',
    pattern:
      /(?<=[,(=]\s{0,9})(?:CALG_(?:RC[245]|DES|3DES(?:_112)?|DESX|CYLINK_MEK|SKIPJACK)|BCRYPT_(?:RC[24]|DES|DESX|3DES|3DES_112)(?:_\w+)?_(?:ALGORITHM|ALG_HANDLE)|BCRYPT_CHAIN_MODE_ECB|CRYPT_MODE_ECB)\b/g,
  },
];
