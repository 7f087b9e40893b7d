import type { TextRule } from '../../../rules/text-rule.ts';
import { tls } from '../../shared/rules/transport-rules.ts';

/** Disabled certificate checks, outdated versions, weak keys, repeated nonces. */
export const csharpTlsRules: readonly TextRule[] = [
  {
    ...tls,
    id: 'transport/unchecked-certificate',
    languages: ['C#'],
    pattern:
      /\bServerCertificate(?:Custom)?Validation\w*\s*\+?=\s*(?:\([^)]{0,300}\)|delegate[^{]{0,300})\s*(?:=>\s*(?:true|\{\s*return\s+true)|\{\s*return\s+true)|\bnew\s+(?:RemoteCertificateValidationCallback|SslStream)\s*\([^;]{0,200}=>\s*true|DangerousAcceptAnyServerCertificateValidator/g,
    over: 'code',
  },
];
