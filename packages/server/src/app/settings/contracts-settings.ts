import { parseAssetPrices } from '../../areas/contracts/settings.ts';
import { httpUrl, oneOf, type SettingsTable, text } from '../../kit/config/index.ts';
import { define } from './define-setting.ts';

/** Blockchain networks, and prices of their currencies. */
export const contractsSettings = {
  ANVIL_PATH: define({
    default: undefined,
    description:
      'Path of an anvil for the embedded chains, if the one from npm does not run. Unset: the one from npm.',
    parse: text,
  }),
  DEVNET_BLOCK_TIME: define({
    default: '1',
    description: 'Seconds between the blocks of the embedded chains, 0.05 to 60.',
    parse: (value) => {
      const seconds = Number(value);
      if (!(seconds >= 0.05 && seconds <= 60)) throw new Error('It must be a number from 0.05 to 60.');
      return seconds;
    },
  }),
  SIMULATE_NETWORKS: define({
    default: 'auto',
    description:
      'Whether known networks without an address are simulated on embedded chains, and labelled so: on, off, or auto, which means on with the embedded database.',
    parse: oneOf('auto', 'on', 'off'),
  }),
  // There may be any number of networks. These rows describe their settings, and `readNetworkSettings` reads them.
  'NETWORK_<NAME>_RPC_URL': define({
    default: undefined,
    description:
      'Addresses of a blockchain network, such as NETWORK_ETHEREUM_MAINNET_RPC_URL; if you give several, separated by commas, the next is used when one fails. A network that is not known by name needs NETWORK_<NAME>_CHAIN_ID, and takes NETWORK_<NAME>_ASSET, _BLOCK_TIME (seconds) and _CONFIRMATIONS.',
    secret: true,
    parse: text,
  }),
  'NETWORK_<NAME>_SIGNER': define({
    default: undefined,
    description:
      'The key that transactions of a network are signed with: file:<path>, keystore:<path> (with _SIGNER_PASSWORD), aws-kms:<key id> or gcp-kms:<key version name>. Unset: that of CONTRACTS_SIGNER.',
    parse: text,
  }),
  ASSET_PRICES: define({
    default: '',
    description:
      'Prices of native coins in USD with their dates, such as ETH=3000@2026-11-01,POL=0.2@2026-11-01. Unset: a built-in table.',
    parse: parseAssetPrices,
  }),
  PRICE_FEED_URL: define({
    default: undefined,
    description:
      'An address that answers {"ETH": 3000.5, …}, prices of native coins in USD; read every minute, over the tables.',
    secret: true,
    parse: httpUrl,
  }),
} satisfies SettingsTable;
