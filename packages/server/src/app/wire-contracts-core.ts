import { hasKey } from '../areas/access/index.ts';
import { createContractsCore, createPriceFeed } from '../areas/contracts/index.ts';
import type { AreaPorts } from './start-areas.ts';

/** Gives contracts and their chains what the settings say of them. */
export function wireContractsCore(ports: AreaPorts) {
  const { settings, db, spine, client, log, isEmbedded } = ports;
  const feedUrl = settings.PRICE_FEED_URL;
  return createContractsCore({
    ...ports,
    unitOfWork: spine.unitOfWork,
    hasKey: (owner, keyId) => hasKey(db, owner, keyId),
    dataDir: settings.DATA_DIR,
    ownsDataDir: ports.role === 'api',
    networks: settings.networks,
    simulateNetworks:
      settings.SIMULATE_NETWORKS === 'on' || (settings.SIMULATE_NETWORKS === 'auto' && isEmbedded),
    devnetBlockTimeSeconds: settings.DEVNET_BLOCK_TIME,
    anvilPath: settings.ANVIL_PATH,
    prices: {
      fixed: settings.ASSET_PRICES,
      feed: feedUrl === undefined ? undefined : createPriceFeed(feedUrl, client),
    },
    onError: (error) => log.warn({ err: error }, 'chains'),
  });
}
