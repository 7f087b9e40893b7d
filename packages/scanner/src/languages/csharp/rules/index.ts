import type { TextRule } from '../../../rules/text-rule.ts';
import { csharpAccessRules } from './csharp-access-rules.ts';
import { csharpCryptoRules } from './csharp-crypto-rules.ts';
import { csharpExposureRules } from './csharp-exposure-rules.ts';
import { csharpFrameworkRules } from './csharp-framework-rules.ts';
import { csharpParserRules } from './csharp-parser-rules.ts';
import { csharpPlainHabitRules } from './csharp-plain-habit-rules.ts';
import { csharpSessionRules } from './csharp-session-rules.ts';
import { csharpTlsRules } from './csharp-tls-rules.ts';
import { dotnetRules } from './dotnet-rules.ts';

/** The rules of the access control agent. */
export const access: readonly TextRule[] = [
  ...csharpSessionRules,
  ...csharpAccessRules,
  ...csharpExposureRules,
  ...csharpFrameworkRules,
  ...dotnetRules,
  ...csharpPlainHabitRules,
];

/** The rules of the cryptography and transport agent. */
export const crypto: readonly TextRule[] = [...csharpCryptoRules, ...csharpTlsRules];

/** The rules of the injection agent, in addition to the flows. */
export const injection: readonly TextRule[] = [...csharpParserRules];
