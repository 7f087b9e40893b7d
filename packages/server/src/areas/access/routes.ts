import type { AnyRoute } from '../../kit/http/index.ts';
import { apiKeyRoutes } from './api-keys/api-key.routes.ts';
import type { KeyService } from './api-keys/key-service.ts';
import { organizationRoutes } from './organization/organization.routes.ts';
import type { ReadOrganizationPorts } from './organization/read-organization.ts';
import { sessionRoutes } from './sessions/session.routes.ts';

export type AccessService = KeyService & ReadOrganizationPorts;

/** Keys, and the organization that they belong to. */
export function accessRoutes(service: () => AccessService): AnyRoute[] {
  return [...apiKeyRoutes(service), ...organizationRoutes(service), ...sessionRoutes(service)];
}
