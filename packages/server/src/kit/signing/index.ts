export { newSigningKeyPair, readPrivateKey, readPublicKey, type SigningKeyPair } from './asymmetric-key.ts';
export { CanonicalJsonError, CanonicalText, canonicalJson } from './canonical-json.ts';
export {
  type DeliveryToSign,
  type SignatureHeaders,
  signatureHeader,
  signDelivery,
  standardSignature,
} from './sign-delivery.ts';
export {
  type ReceivedHeaders,
  type StandardVerdict,
  TIMESTAMP_TOLERANCE_SECONDS as timestampToleranceSeconds,
  verifySignatureHeader,
  verifyStandardSignature,
} from './verify-delivery.ts';
