import type { AccessArea } from '../../areas/access/index.ts';
import {
  type AlertMailer,
  type AlertWebhooks,
  type ContractsArea,
  type ContractsSettings,
  createPriceFeed,
  openContracts,
} from '../../areas/contracts/index.ts';
import type { Acknowledgements } from '../../engine/acknowledgements/index.ts';
import { AppError } from '../../kit/errors/index.ts';
import type { GuardedClient } from '../../kit/net/index.ts';
import type { AreaBase } from '../area-base.ts';
import type { Settings } from '../settings.ts';
import { openLauncher } from './open-launcher.ts';

export function wireContracts(
  base: AreaBase,
  { hasKey, operatorOrgId }: AccessArea,
  acknowledgements: Acknowledgements,
): ContractsArea {
  const { settings, db, pool, connection, clock, log, secretBox, registry, spine, role, place } = base;
  const simulateNetworks = simulates(base);
  return openContracts({
    db,
    pool,
    connection,
    unitOfWork: spine.unitOfWork,
    clock,
    log,
    secretBox,
    registry,
    jobs: base.jobs,
    blobs: base.blobs,
    hasKey,
    acknowledgements,
    webhooks: alertWebhooks(base),
    mailer: alertMailer(base),
    launcher: role === 'worker' ? undefined : openLauncher(base, simulateNetworks),
    operatorOrgId,
    settings: contractsSettings(settings, {
      client: base.client,
      chainFiles: role === 'worker' ? 'apart' : place === undefined ? 'own' : 'shared',
      simulateNetworks,
    }),
  });
}

/**
 * Known networks without an address are simulated on embedded chains: if so configured, or, by default, with the
 * embedded database.
 */
function simulates({ settings: { SIMULATE_NETWORKS: told }, isEmbedded }: AreaBase): boolean {
  return told === 'on' || (told === 'auto' && isEmbedded);
}

function contractsSettings(
  settings: Settings,
  { client, ...node }: { client: GuardedClient } & Pick<ContractsSettings, 'chainFiles' | 'simulateNetworks'>,
): ContractsSettings {
  const { PRICE_FEED_URL: feedUrl } = settings;
  return {
    ...node,
    dataDir: settings.DATA_DIR,
    networks: settings.networks,
    devnetBlockTimeSeconds: settings.DEVNET_BLOCK_TIME,
    anvilPath: settings.ANVIL_PATH,
    prices: {
      fixed: settings.ASSET_PRICES,
      feed: feedUrl === undefined ? undefined : createPriceFeed(feedUrl, client),
    },
    maxNodes: settings.CLUSTER_MAX_NODES,
    scalers: settings.CLUSTER_SCALING,
  };
}

/** The webhook actions of alert rules: they are subscriptions of the Webhooks API. */
function alertWebhooks({ spine: { subscriptions } }: AreaBase): AlertWebhooks {
  return {
    async create(orgId, id, { name, url, secret, ruleId }) {
      await subscriptions.create(orgId, id, {
        face: 'webhooks',
        name,
        url,
        secret,
        patterns: ['alert.triggered'],
        platform: 'contracts',
        filter: { rule_id: ruleId },
      });
    },
    rename: (orgId, id, name) => ignoreMissing(subscriptions.update(orgId, id, { name })),
    async remove(orgId, id) {
      await ignoreMissing(subscriptions.delete(orgId, id));
    },
  };
}

/** Whether the subscription still existed. */
async function ignoreMissing(change: Promise<unknown>): Promise<boolean> {
  try {
    await change;
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return false;
    throw error;
  }
}

function alertMailer({ mail, settings }: AreaBase): AlertMailer {
  return {
    async send(alert) {
      await mail.mailer.send({ ...alert, from: `Trivium alerts <alerts@${settings.MAIL_DOMAIN}>` });
    },
  };
}
