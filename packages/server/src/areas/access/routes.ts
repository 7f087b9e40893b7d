import type { AnyRoute } from '../../kit/http/index.ts';
import { apiKeyRoutes } from './api-keys/api-key.routes.ts';
import type { KeyService } from './api-keys/key-service.ts';
import { invitationRoutes } from './invitations/invitation.routes.ts';
import { organizationRoutes } from './organization/organization.routes.ts';
import type { ReadOrganizationPorts } from './organization/read-organization.ts';
import type { OrganizationDataService } from './organization-data-service.ts';
import { erasureRoutes } from './organization-erasures/erasure.routes.ts';
import { exportRoutes } from './organization-exports/export.routes.ts';
import { quotaRoutes } from './organization-quotas/quota.routes.ts';
import { organizationsRoutes } from './organizations/organizations.routes.ts';
import { signInRoutes } from './people/sign-in.routes.ts';
import { userRoutes } from './people/user.routes.ts';
import { apiRequestRoutes } from './requests/api-request.routes.ts';
import { secondFactorRoutes } from './second-factor/second-factor.routes.ts';
import { sessionRoutes } from './sessions/session.routes.ts';
import { viewRoutes } from './views/view.routes.ts';

export type AccessService = KeyService & ReadOrganizationPorts & { people: OrganizationDataService };

/** Routes for keys, people and their organization. */
export function accessRoutes(service: () => AccessService): AnyRoute[] {
  const people = () => service().people;
  return [
    ...apiKeyRoutes(service),
    ...apiRequestRoutes(service),
    ...viewRoutes(service),
    ...organizationRoutes(service),
    ...sessionRoutes(service),
    ...signInRoutes(people),
    ...userRoutes(people),
    ...secondFactorRoutes(people),
    ...invitationRoutes(people),
    ...organizationsRoutes(people),
    ...quotaRoutes(people),
    ...exportRoutes(people),
    ...erasureRoutes(people),
  ];
}
