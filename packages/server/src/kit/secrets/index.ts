export { keyFileName, loadMasterKey } from './master-key.ts';
export { createSecretBox, type SecretBox, SecretBoxError } from './secret-box.ts';
