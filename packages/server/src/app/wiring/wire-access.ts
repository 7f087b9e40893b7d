import pg from 'pg';
import {
  type AccessArea,
  openAccess,
  SingleSignOn,
  type SingleSignOnSettings,
} from '../../areas/access/index.ts';
import { readModelUse } from '../../engine/models/index.ts';
import { createLog } from '../../engine/spine/index.ts';
import { type DatabaseConnection, queryPool } from '../../kit/db/index.ts';
import type { AreaBase } from '../area-base.ts';
import { organizationTables } from '../organization-tables.ts';
import type { Settings } from '../settings.ts';

export function wireAccess(base: AreaBase): AccessArea {
  const { settings, db, clock, connection, authenticator, rateLimiter, spine, address, mail, log } = base;
  const sso = singleSignOnSettings(settings);
  return openAccess({
    db,
    clock,
    onKeyChanged: (keyId) => authenticator.forget(keyId),
    limits: rateLimiter,
    readModelUse: (orgId, days) =>
      readModelUse(queryPool(base.pool), {
        orgId,
        days,
        nowMs: clock.now(),
        maxMonthMicros: base.model?.book.maxMonthMicros,
      }),
    readSubscriptionUse: (orgId) => spine.subscriptions.use(orgId),
    unitOfWork: spine.unitOfWork,
    secretBox: base.secretBox,
    onOrganizationCreated: createLog,
    address: () => address.urlOrHost,
    singleSignOn: sso && new SingleSignOn({ ...base, settings: sso }),
    requestLog: {
      retentionDays: settings.REQUEST_LOG_RETENTION_DAYS,
      most: settings.REQUEST_LOG_MAX_PER_ORGANIZATION,
    },
    log,
    jobs: base.jobs,
    blobs: base.blobs,
    organizationTables,
    connect: () => connect(connection),
    reader: spine.logs.reader,
    verifierKeys: (orgId) => spine.logs.provableLog.verifierKeys(orgId),
    onError: (error) => log.warn({ err: error }, 'data of an organization'),
    mail: { mailer: mail.mailer, from: `trivium@${settings.MAIL_DOMAIN}` },
  });
}

async function connect(connection: DatabaseConnection): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, application_name: 'trivium organization', keepAlive: true });
  // A broken connection makes the next statement fail, which reports it.
  client.on('error', () => {});
  await client.connect();
  return client;
}

function singleSignOnSettings(settings: Settings): SingleSignOnSettings | undefined {
  const { OIDC_ISSUER_URL: issuer, OIDC_CLIENT_ID: clientId } = settings;
  if (issuer === undefined || clientId === undefined) return undefined;
  return {
    issuer,
    clientId,
    clientSecret: settings.OIDC_CLIENT_SECRET,
    name: settings.OIDC_NAME,
    organization: settings.OIDC_ORGANIZATION,
    allowedDomains: settings.OIDC_ALLOWED_DOMAINS,
    defaultRole: settings.OIDC_DEFAULT_ROLE,
    roleClaim: settings.OIDC_ROLE_CLAIM,
    roles: settings.OIDC_ROLES,
  };
}
