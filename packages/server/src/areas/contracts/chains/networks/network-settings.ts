import { readFileSync } from 'node:fs';
import { SettingError } from '../../../../kit/config/index.ts';
import { DEVNET, knownNetworks } from '../../terms/network-table.ts';

/** The operator's settings for one network. */
export interface NetworkSettings {
  name: string;
  rpcUrls: string[];
  chainId: number | undefined;
  asset: string | undefined;
  blockTimeMs: number | undefined;
  confirmations: number | undefined;
  signer: SignerSettings | undefined;
}

/** The location of a signing key: a file with the key, a keystore v3 file, or a key service. */
export type SignerSettings =
  | { kind: 'key_file'; path: string }
  | { kind: 'keystore'; path: string; password: string }
  | { kind: 'aws_kms'; keyId: string }
  | { kind: 'gcp_kms'; keyName: string };

const COMPANION_SETTING =
  /^NETWORK_([A-Z][A-Z0-9_]*?)_(SIGNER|SIGNER_PASSWORD|CHAIN_ID|CONFIRMATIONS)(_FILE)?$/;
const URL_SETTING = /^NETWORK_([A-Z][A-Z0-9_]*)_RPC_URL(_FILE)?$/;

const OF_NETWORK =
  /^NETWORK_([A-Z][A-Z0-9_]*?)_(RPC|URL|RPC_URI|RPC_URLS|RPCURL|CHAINID|SIGNER_KEY|CONFIRMATION)(_FILE)?$/;
const SUGGESTED_SETTINGS: Record<string, string> = {
  CHAINID: 'CHAIN_ID',
  SIGNER_KEY: 'SIGNER',
  CONFIRMATION: 'CONFIRMATIONS',
};

/** Variables that are probably misspelled network settings, and the one that was likely meant. */
export function mistypedNetworks(env: NodeJS.ProcessEnv): { name: string; meant: string }[] {
  return Object.keys(env).flatMap((name) => {
    const [, network, ending = ''] = OF_NETWORK.exec(name) ?? [];
    if (network === undefined || URL_SETTING.test(name)) return [];
    return [{ name, meant: `NETWORK_${network}_${SUGGESTED_SETTINGS[ending] ?? 'RPC_URL'}` }];
  });
}

/**
 * Reads the networks from an environment: `NETWORK_<NAME>_RPC_URL` (several with commas), and beside it
 * `_SIGNER`, `_SIGNER_PASSWORD`, `_CHAIN_ID`, `_ASSET`, `_BLOCK_TIME`, `_CONFIRMATIONS`. Throws
 * `SettingError` for the first invalid one.
 */
export function readNetworkSettings(env: NodeJS.ProcessEnv): NetworkSettings[] {
  const names = new Set<string>();
  for (const name of Object.keys(env)) {
    const network = URL_SETTING.exec(name)?.[1];
    if (network !== undefined) names.add(network);
  }
  for (const name of Object.keys(env)) {
    const network = COMPANION_SETTING.exec(name)?.[1];
    if (network !== undefined && !names.has(network)) {
      throw new SettingError(name, `It means nothing without NETWORK_${network}_RPC_URL. Set that too.`);
    }
  }
  return [...names].sort().flatMap((name) => readNetwork(env, name) ?? []);
}

function readNetwork(env: NodeJS.ProcessEnv, upper: string): NetworkSettings | undefined {
  const prefix = `NETWORK_${upper}_`;
  const urls = read(env, `${prefix}RPC_URL`);
  if (urls === undefined) return undefined;
  const name = upper.toLowerCase();
  const rpcUrls = urls.split(',').map((url) => url.trim());
  for (const url of rpcUrls) {
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
      throw new SettingError(`${prefix}RPC_URL`, 'It must be http or https addresses, separated by commas.');
    }
  }
  const number = (suffix: string, min: number, max: number, isWhole: boolean) => {
    const text = read(env, prefix + suffix);
    if (text === undefined) return undefined;
    const value = Number(text);
    if (!(value >= min && value <= max) || (isWhole && !Number.isInteger(value))) {
      const kind = isWhole ? 'whole number' : 'number';
      throw new SettingError(prefix + suffix, `It must be a ${kind} from ${min} to ${max}.`);
    }
    return value;
  };
  const chainId = number('CHAIN_ID', 1, Number.MAX_SAFE_INTEGER, true);
  if (chainId === undefined && knownNetworks[name] === undefined && name !== DEVNET) {
    throw new SettingError(`${prefix}CHAIN_ID`, `It must be set, since ${name} is not a known network.`);
  }
  const blockTime = number('BLOCK_TIME', 0.05, 3_600, false);
  return {
    name,
    rpcUrls,
    chainId,
    asset: read(env, `${prefix}ASSET`)?.toUpperCase(),
    blockTimeMs: blockTime === undefined ? undefined : blockTime * 1_000,
    confirmations: number('CONFIRMATIONS', 1, 1_000, true),
    signer: readSigner(env, prefix) ?? readSigner(env, 'CONTRACTS_'),
  };
}

function readSigner(env: NodeJS.ProcessEnv, prefix: string): SignerSettings | undefined {
  const name = `${prefix}SIGNER`;
  const text = read(env, name);
  if (text === undefined) return undefined;
  const colon = text.indexOf(':');
  const [kind, value] = [text.slice(0, colon), text.slice(colon + 1)];
  if (value !== '') {
    if (kind === 'file') return { kind: 'key_file', path: value };
    if (kind === 'aws-kms') return { kind: 'aws_kms', keyId: value };
    if (kind === 'gcp-kms') return { kind: 'gcp_kms', keyName: value };
    if (kind === 'keystore') {
      const password = read(env, `${name}_PASSWORD`);
      if (password === undefined) {
        throw new SettingError(`${name}_PASSWORD`, 'It must be set, since the signer is a keystore file.');
      }
      return { kind: 'keystore', path: value, password };
    }
  }
  throw new SettingError(
    name,
    'It must be file:<path>, keystore:<path>, aws-kms:<key id> or gcp-kms:<key version name>.',
  );
}

/** Each may also be given as a file, because URLs and passwords contain secrets. */
function read(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const direct = env[name];
  if (direct !== undefined && direct !== '') return direct;
  const path = env[`${name}_FILE`];
  if (path === undefined || path === '') return undefined;
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    throw new SettingError(`${name}_FILE`, `The file cannot be read: ${path}.`);
  }
}
