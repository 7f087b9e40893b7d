import type { TextRule } from '../../../rules/text-rule.ts';
import { swiftCryptoRules } from './swift-crypto-rules.ts';
import { swiftArchiveRules, swiftServerRules } from './swift-server-rules.ts';
import { swiftStorageRules } from './swift-storage-rules.ts';
import { swiftParserRules, swiftWebViewRules } from './swift-web-view-rules.ts';

/** What the agent of access control judges by. */
export const access: readonly TextRule[] = [...swiftStorageRules, ...swiftWebViewRules, ...swiftServerRules];

/** What the agent of cryptography and transport judges by. */
export const crypto: readonly TextRule[] = swiftCryptoRules;

/** What the agent of injection judges by, beside the flows. */
export const injection: readonly TextRule[] = [...swiftParserRules, ...swiftArchiveRules];
