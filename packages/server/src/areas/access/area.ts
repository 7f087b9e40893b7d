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
  /**
   * Called after a key change is committed and before the response; other nodes hear of it through the
   * database.
   */
  onKeyChanged(keyId: string): void;
  limits: ReadOrganizationPorts['limits'];
  readSubscriptionUse: ReadOrganizationPorts['readSubscriptionUse'];
  readModelUse: ReadOrganizationPorts['readModelUse'];
  unitOfWork: PeopleService['unitOfWork'];
  secretBox: PeopleService['secretBox'];
  onOrganizationCreated: OperatorService['onOrganizationCreated'];
  address: PeopleService['address'];
  mail: PeopleService['mail'];
  /** Undefined when the operator has not configured it. */
  singleSignOn: SingleSignOn | undefined;
  requestLog: RequestExpiryPorts['requestLog'];
  log: Pick<Logger, 'warn'>;
}

/** What other areas need from keys and organizations, through their ports. Ids are UUIDs. */
export interface AccessArea extends Area {
  /** Whether a key belongs to this organization and environment and is not revoked. */
  hasKey(owner: { orgId: string; environment: string }, keyId: string): Promise<boolean>;
  /** Creates the key of a portal link; returns its token, which is shown only once. */
  createPortalKey(request: PortalKeyRequest): Promise<string>;
  /** The grant behind a portal link's key; undefined for any other key. */
  findPortalGrant(orgId: string, keyId: string): Promise<{ grant: PortalGrant; expiresAt: Date } | undefined>;
  /** Revokes every portal link of a subscription, at once, on every node. */
  revokePortalKeys(orgId: string, subscriptionId: string): Promise<void>;
  /** Names of people (including former members) and keys of the organization, by public id. */
  namesOf(orgId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Whether a public id belongs to a current member of the organization. */
  hasPerson(orgId: string, id: string): Promise<boolean>;
  /** The operator's organization; undefined until there is one. */
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
