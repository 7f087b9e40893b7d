export { checkMasterKey, readSealingKeyId } from './check-master-key.ts';
export {
  findMasterKeys,
  type KeySources,
  keyFileName,
  loadMasterKey,
  loadMasterKeys,
  previousKeysFileName,
  replaceKeyFile,
  rereadMasterKeys,
} from './master-key.ts';
export { reseal, sealedColumn } from './reseal.ts';
export type { SealedPlace } from './sealed-place.repository.ts';
export {
  createKeyRing,
  createSecretBox,
  type KeyRing,
  type MasterKeys,
  type SecretBox,
  SecretBoxError,
} from './secret-box.ts';
