import type { TextRule } from '../../../rules/text-rule.ts';
import { swiftCryptoRules } from './swift-crypto-rules.ts';
import { swiftArchiveRules, swiftServerRules } from './swift-server-rules.ts';
import { swiftStorageRules } from './swift-storage-rules.ts';
import { swiftParserRules, swiftWebViewRules } from './swift-web-view-rules.ts';

/** The rules of the access control agent. */
export const access: readonly TextRule[] = [...swiftStorageRules, ...swiftWebViewRules, ...swiftServerRules];

/** The rules of the cryptography and transport agent. */
export const crypto: readonly TextRule[] = swiftCryptoRules;

/** The rules of the injection agent, in addition to the flows. */
export const injection: readonly TextRule[] = [...swiftParserRules, ...swiftArchiveRules];
