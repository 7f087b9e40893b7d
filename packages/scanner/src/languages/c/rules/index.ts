import type { TextRule } from '../../../rules/text-rule.ts';
import { nativeOwnershipRules } from '../memory/ownership-rules.ts';
import { cppLifetimeRules } from './cpp-lifetime-rules.ts';
import { cppThreadRules } from './cpp-thread-rules.ts';
import { nativeCheckRules } from './native-check-rules.ts';
import { nativeSharedRules } from './native-shared-rules.ts';
import { nativeTlsRules } from './native-tls-rules.ts';
import { nativeXmlRules } from './native-xml-rules.ts';

/** The rules of the access control agent. */
export const access: readonly TextRule[] = [
  ...nativeCheckRules,
  ...nativeSharedRules,
  ...cppLifetimeRules,
  ...cppThreadRules,
  ...nativeOwnershipRules,
];

/** The rules of the cryptography and transport agent. */
export const crypto: readonly TextRule[] = [...nativeTlsRules];

/** The rules of the injection agent, in addition to the flows. */
export const injection: readonly TextRule[] = [...nativeXmlRules];
