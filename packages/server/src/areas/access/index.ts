export { accessErrors } from './access-errors.ts';
export { accessIdPrefixes } from './access-ids.ts';
export type { AccessDatabase, AccessTables } from './access-tables.ts';
export type { ApiKey } from './api-keys/api-key.repository.ts';
export { toKeyRecord } from './api-keys/api-key.schema.ts';
export { type CreateKeyRequest, createKey, type IssuedKey } from './api-keys/create-key.ts';
export type { KeyManager, KeyService } from './api-keys/key-service.ts';
export { type KeyPage, listKeys } from './api-keys/list-keys.ts';
export { revokeKey } from './api-keys/revoke-key.ts';
export { type RotateKeyRequest, rotateKey } from './api-keys/rotate-key.ts';
export { allScopes } from './api-keys/scopes.ts';
export { type AccessArea, openAccess } from './area.ts';
export {
  type AuthenticatorOptions,
  createAuthenticator,
  KeyAuthenticator,
} from './authenticator/authenticator.ts';
export { type Bootstrap, ensureBootstrap } from './bootstrap/ensure-bootstrap.ts';
export {
  DEFAULT_ORGANIZATION,
  findOrCreateOrganization,
  type OnOrganizationCreated,
  type OrganizationService,
} from './organization/find-or-create-organization.ts';
export { findOrganizationNamed, type Organization } from './organization/organization.repository.ts';
export { createRequestBook, type WrittenRequestBook } from './requests/create-request-book.ts';
export { accessRoutes } from './routes.ts';
export { secondFactorSealedPlace } from './second-factor/check-code.ts';
export { SingleSignOn, type SingleSignOnSettings } from './single-sign-on/single-sign-on.ts';
