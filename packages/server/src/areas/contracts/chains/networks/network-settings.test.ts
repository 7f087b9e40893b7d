import { describe, expect, test } from 'vitest';
import { readNetworkSettings } from './network-settings.ts';

const url = 'http://127.0.0.1:8545';

test('networks are read from the environment, with several addresses and the default signer', () => {
  const networks = readNetworkSettings({
    NETWORK_BASE_MAINNET_RPC_URL: `${url}, https://rpc.example.com/key`,
    NETWORK_OUR_CHAIN_RPC_URL: url,
    NETWORK_OUR_CHAIN_CHAIN_ID: '424242',
    NETWORK_OUR_CHAIN_SIGNER: 'aws-kms:alias/sender',
    NETWORK_OUR_CHAIN_BLOCK_TIME: '0.5',
    NETWORK_OUR_CHAIN_ASSET: 'pol',
    CONTRACTS_SIGNER: 'file:/run/secrets/key',
  });
  expect(networks).toMatchObject([
    {
      name: 'base_mainnet',
      rpcUrls: [url, 'https://rpc.example.com/key'],
      signer: { kind: 'key_file', path: '/run/secrets/key' },
    },
    {
      name: 'our_chain',
      chainId: 424_242,
      blockTimeMs: 500,
      asset: 'POL',
      signer: { kind: 'aws_kms', keyId: 'alias/sender' },
    },
  ]);
  expect(readNetworkSettings({})).toEqual([]);
});

describe('an invalid setting is reported by name', () => {
  test.each<[NodeJS.ProcessEnv, string]>([
    [{ NETWORK_OURS_RPC_URL: url }, 'NETWORK_OURS_CHAIN_ID'],
    [{ NETWORK_OURS_RPC_URL: url, NETWORK_OURS_CHAIN_ID: '1.5' }, 'NETWORK_OURS_CHAIN_ID'],
    [{ NETWORK_BASE_MAINNET_RPC_URL: 'ws://there' }, 'NETWORK_BASE_MAINNET_RPC_URL'],
    [
      { NETWORK_BASE_MAINNET_RPC_URL: url, NETWORK_BASE_MAINNET_SIGNER: 'mine' },
      'NETWORK_BASE_MAINNET_SIGNER',
    ],
    [
      { NETWORK_BASE_MAINNET_RPC_URL: url, NETWORK_BASE_MAINNET_SIGNER: 'keystore:/k.json' },
      'NETWORK_BASE_MAINNET_SIGNER_PASSWORD',
    ],
    [
      { NETWORK_BASE_MAINNET_RPC_URL: url, NETWORK_BASE_MAINNET_CONFIRMATIONS: '0' },
      'NETWORK_BASE_MAINNET_CONFIRMATIONS',
    ],
    [{ NETWORK_BASE_MAINNET_SIGNER: 'file:/key' }, 'NETWORK_BASE_MAINNET_SIGNER'],
    [{ NETWORK_BASE_MAINNET_RPC_URL_FILE: '/nowhere/at/all' }, 'NETWORK_BASE_MAINNET_RPC_URL_FILE'],
  ])('%j', (env, name) => {
    expect(() => readNetworkSettings(env)).toThrow(`Setting ${name}:`);
  });
});
