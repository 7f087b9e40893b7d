import type { TextRule } from '../../../rules/text-rule.ts';
import { builtStatementRules } from './built-statements.ts';
import { pythonAccessRules } from './python-access-rules.ts';
import { pythonAllowListRules } from './python-allow-list-rules.ts';
import { pythonApplicationHabits } from './python-application-habits.ts';
import { pythonClientRules } from './python-client-rules.ts';
import { pythonCryptoRules } from './python-crypto-rules.ts';
import { pythonDataRules } from './python-data-rules.ts';
import { pythonFileRules } from './python-file-rules.ts';
import { pythonHabitRules } from './python-habit-rules.ts';
import { pythonLibraryRules } from './python-library-rules.ts';
import { pythonLimitRules } from './python-limit-rules.ts';
import { pythonMarkupRules } from './python-markup-rules.ts';
import { pythonPagePartRules, pythonPlainTransportRules } from './python-page-part-rules.ts';
import { pythonParserRules } from './python-parser-rules.ts';
import { pythonPasswordRules } from './python-password-rules.ts';
import { pythonRecordRules } from './python-record-rules.ts';
import { pythonSessionRules } from './python-session-rules.ts';
import { pythonTlsRules } from './python-tls-rules.ts';
import { pythonWebRules } from './python-web-rules.ts';

/** The rules of the access control agent. */
export const access: readonly TextRule[] = [
  ...pythonApplicationHabits,
  ...pythonSessionRules,
  ...pythonAccessRules,
  ...pythonFileRules,
  ...pythonHabitRules,
  ...pythonAllowListRules,
  ...pythonPasswordRules,
  ...pythonPagePartRules,
  ...pythonRecordRules,
  ...pythonLimitRules,
  ...pythonWebRules,
  ...pythonDataRules,
  ...pythonLibraryRules,
  ...pythonClientRules,
];

/** The rules of the cryptography and transport agent. */
export const crypto: readonly TextRule[] = [
  ...pythonCryptoRules,
  ...pythonTlsRules,
  ...pythonPlainTransportRules,
];

/** The rules of the injection agent, in addition to the flows. */
export const injection: readonly TextRule[] = [
  ...pythonParserRules,
  ...pythonMarkupRules,
  ...builtStatementRules,
];
