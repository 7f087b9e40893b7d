export { checkMasterKey } from './check-master-key.ts';
export { keyFileName, loadMasterKey } from './master-key.ts';
export { createSecretBox, type SecretBox, SecretBoxError } from './secret-box.ts';
