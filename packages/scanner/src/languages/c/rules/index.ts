import type { TextRule } from '../../../rules/text-rule.ts';
import { nativeOwnershipRules } from '../memory/ownership-rules.ts';
import { cppLifetimeRules } from './cpp-lifetime-rules.ts';
import { cppThreadRules } from './cpp-thread-rules.ts';
import { nativeCheckRules } from './native-check-rules.ts';
import { nativeSharedRules } from './native-shared-rules.ts';
import { nativeTlsRules } from './native-tls-rules.ts';
import { nativeXmlRules } from './native-xml-rules.ts';

/** What the agent of access control judges by. */
export const access: readonly TextRule[] = [
  ...nativeCheckRules,
  ...nativeSharedRules,
  ...cppLifetimeRules,
  ...cppThreadRules,
  ...nativeOwnershipRules,
];

/** What the agent of cryptography and transport judges by. */
export const crypto: readonly TextRule[] = [...nativeTlsRules];

/** What the agent of injection judges by, beside the flows. */
export const injection: readonly TextRule[] = [...nativeXmlRules];
