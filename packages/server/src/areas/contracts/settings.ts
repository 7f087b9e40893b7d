// Reads this area's settings, before any of its code is loaded.
export {
  mistypedNetworks,
  type NetworkSettings,
  readNetworkSettings,
} from './chains/networks/network-settings.ts';
export { parseAssetPrices } from './transactions/executions/costs/parse-asset-prices.ts';
