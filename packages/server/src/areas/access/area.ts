import type { Logger } from 'pino';
import type { Area } from '../../engine/area.ts';
import type { Clock } from '../../kit/clock.ts';
import type { AccessDatabase } from './access-tables.ts';
import type { PortalGrant } from './api-keys/api-key.repository.ts';
import { hasKey } from './api-keys/has-key.ts';
import { findDefaultOrganization } from './organization/organization.repository.ts';
import type { ReadOrganizationPorts } from './organization/read-organization.ts';
import type { OrganizationDataPorts } from './organization-data-service.ts';
import { erasureJob } from './organization-erasures/run-erasure.ts';
import { exportExpiryTask } from './organization-exports/expire-exports.ts';
import { exportJob } from './organization-exports/run-export.ts';
import type { OperatorService } from './organizations/operate.ts';
import type { PeopleService } from './people/people-service.ts';
import { hasPerson, readNames } from './people/read-names.ts';
import { findPortalGrant } from './portal-keys/portal-key.repository.ts';
import { createPortalKey, type PortalKeyRequest, revokePortalKeys } from './portal-keys/portal-keys.ts';
import { type RequestExpiryPorts, requestExpiryTask } from './requests/expire-requests.ts';
import { accessRoutes } from './routes.ts';
import { registerSingleSignOnPages } from './single-sign-on/single-sign-on.pages.ts';
import type { SingleSignOn } from './single-sign-on/single-sign-on.ts';

export interface AccessPorts extends OrganizationDataPorts {
  db: AccessDatabase;
  clock: Clock;
  /** Told after a change of a key is committed and before it is answered; other nodes are told by the database. */
  onKeyChanged(keyId: string): void;
  limits: ReadOrganizationPorts['limits'];
  readSubscriptionUse: ReadOrganizationPorts['readSubscriptionUse'];
  readModelUse: ReadOrganizationPorts['readModelUse'];
  unitOfWork: PeopleService['unitOfWork'];
  secretBox: PeopleService['secretBox'];
  onOrganizationCreated: OperatorService['onOrganizationCreated'];
  address: PeopleService['address'];
  mail: PeopleService['mail'];
  /** Undefined when the operator has set none. */
  singleSignOn: SingleSignOn | undefined;
  requestLog: RequestExpiryPorts['requestLog'];
  log: Pick<Logger, 'warn'>;
}

/** What other areas need of keys and organizations comes from here, through their ports. Ids are UUIDs. */
export interface AccessArea extends Area {
  /** Whether a key is one of this organization and environment, and not revoked. */
  hasKey(owner: { orgId: string; environment: string }, keyId: string): Promise<boolean>;
  /** Makes the key of a portal link; answers its token, which is never seen again. */
  createPortalKey(request: PortalKeyRequest): Promise<string>;
  /** What the key of a portal link was made with; undefined where it is the key of none. */
  findPortalGrant(orgId: string, keyId: string): Promise<{ grant: PortalGrant; expiresAt: Date } | undefined>;
  /** Ends every portal link of a subscription, at once, on every node. */
  revokePortalKeys(orgId: string, subscriptionId: string): Promise<void>;
  /** What people, also who left, and keys of the organization are called, by their public ids. */
  namesOf(orgId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Whether a public id is that of a person who belongs to the organization now. */
  hasPerson(orgId: string, id: string): Promise<boolean>;
  /** The organization of the operator; undefined before there is one. */
  operatorOrgId(): Promise<string | undefined>;
}

/** API keys, people, and the organizations that they belong to. */
export function openAccess(ports: AccessPorts): AccessArea {
  const { db } = ports;
  const { singleSignOn, log } = ports;
  const service = { ...ports, people: ports };
  const expiries = [exportExpiryTask(ports), requestExpiryTask(ports)];
  return {
    routes: accessRoutes(() => service),
    jobs: [exportJob(ports), erasureJob(ports)],
    start() {
      for (const expiry of expiries) expiry.start();
    },
    async stop() {
      for (const expiry of expiries) await expiry.stop();
    },
    pages(app) {
      if (singleSignOn !== undefined) registerSingleSignOnPages(app, { people: ports, singleSignOn, log });
    },
    hasKey: (owner, keyId) => hasKey(db, owner, keyId),
    createPortalKey: (request) => createPortalKey(ports, request),
    findPortalGrant: (orgId, keyId) => findPortalGrant(db, orgId, keyId),
    revokePortalKeys: (orgId, subscriptionId) => revokePortalKeys(ports, orgId, subscriptionId),
    namesOf: (orgId, ids) => readNames(db, orgId, ids),
    hasPerson: (orgId, id) => hasPerson(db, orgId, id),
    operatorOrgId: async () => (await findDefaultOrganization(db))?.id,
  };
}
