import type { TextRule } from '../../../rules/text-rule.ts';
import { accessRules } from './access-rules.ts';
import { allowListRules } from './allow-list-rules.ts';
import { applicationHabits } from './application-habits.ts';
import { trustedParameters } from './believed-parameters.ts';
import { carriedSecretRules } from './carried-secret-rules.ts';
import { claimedRights } from './claimed-rights.ts';
import { comparisonRules } from './comparison-rules.ts';
import { cryptoRules } from './crypto-rules.ts';
import { escapeRules } from './escape-rules.ts';
import { exposureRules } from './exposure-rules.ts';
import { fileRules } from './file-rules.ts';
import { folderPrefixRules } from './folder-prefix-rules.ts';
import { formRules } from './form-rules.ts';
import { frameworkRules } from './framework-rules.ts';
import { habitRules } from './habit-rules.ts';
import { hashedSecrets, madePasswords } from './hashed-secrets.ts';
import { hiddenTextRules } from './hidden-text-rules.ts';
import { loggedSecretRules } from './logged-secrets.ts';
import { managedRules } from './managed-rules.ts';
import { managedSecretRules } from './managed-secrets.ts';
import { modelToolRules } from './model-tool-rules.ts';
import { originRules } from './origin-rules.ts';
import { plainTransportRules } from './page-part-rules.ts';
import { passwordRules } from './password-rules.ts';
import { plainAddressRules } from './plain-addresses.ts';
import { plainHabitRules } from './plain-habit-rules.ts';
import { rsaPaddingRules } from './rsa-padding-rules.ts';
import { secretsInAnswers } from './secrets-in-answers.ts';
import { servedFolders } from './served-folders.ts';
import { sessionRules } from './session-rules.ts';
import { signingKeyRules } from './signing-key-rules.ts';
import { tokenRules } from './token-rules.ts';
import { transportRules } from './transport-rules.ts';
import { wholeEnvironments } from './whole-environments.ts';

/** The rules of the access control agent. */
export const access: readonly TextRule[] = [
  ...applicationHabits,
  ...wholeEnvironments,
  ...secretsInAnswers,
  ...sessionRules,
  ...tokenRules,
  ...trustedParameters,
  ...claimedRights,
  ...accessRules,
  ...fileRules,
  ...habitRules,
  ...exposureRules,
  ...allowListRules,
  ...folderPrefixRules,
  ...modelToolRules,
  ...passwordRules,
  ...madePasswords,
  ...signingKeyRules,
  ...formRules,
  ...servedFolders,
  ...frameworkRules,
  ...comparisonRules,
  ...originRules,
  ...managedRules,
  ...managedSecretRules,
  ...plainHabitRules,
  ...hiddenTextRules,
  ...escapeRules,
  ...loggedSecretRules,
  ...carriedSecretRules,
];

/** The rules of the cryptography and transport agent. */
export const crypto: readonly TextRule[] = [
  ...cryptoRules,
  ...hashedSecrets,
  ...rsaPaddingRules,
  ...transportRules,
  ...plainAddressRules,
  ...plainTransportRules,
];
