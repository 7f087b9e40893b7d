import { mistypedNetworks, type NetworkSettings, readNetworkSettings } from '../areas/contracts/settings.ts';
import {
  findMistyped,
  type Mistyped,
  readSettings,
  type SettingsOf,
  type SettingsTable,
} from '../kit/config/index.ts';
import { blobSettings, checkBlobKey } from './settings/blob-settings.ts';
import { clusterSettings } from './settings/cluster-settings.ts';
import { contractsSettings } from './settings/contracts-settings.ts';
import { checkInboundCertificate, mailSettings } from './settings/mail-settings.ts';
import { checkModel, modelSettings } from './settings/model-settings.ts';
import { networkSettings } from './settings/network-settings.ts';
import { outreachSettings } from './settings/outreach-settings.ts';
import { reviewSettings } from './settings/review-settings.ts';
import { checkReplicas, serviceSettings } from './settings/service-settings.ts';
import { checkSingleSignOn, signInSettings } from './settings/sign-in-settings.ts';
import { spineSettings } from './settings/spine-settings.ts';
import { tracingSettings } from './settings/tracing-settings.ts';

/** Every setting of the service. The reference in docs/ is generated from this table. */
export const settingsTable = {
  ...serviceSettings,
  ...signInSettings,
  ...networkSettings,
  ...spineSettings,
  ...blobSettings,
  ...modelSettings,
  ...contractsSettings,
  ...clusterSettings,
  ...mailSettings,
  ...outreachSettings,
  ...reviewSettings,
  ...tracingSettings,
} satisfies SettingsTable;

export type Settings = SettingsOf<typeof settingsTable> & {
  /** Blockchain networks, from NETWORK_<NAME>_RPC_URL and the settings that belong to it. */
  networks: NetworkSettings[];
};

/** Environment variables whose names are close to the name of a setting, so probably typing mistakes. */
export function mistypedSettings(env: NodeJS.ProcessEnv): Mistyped[] {
  return [...findMistyped(Object.keys(settingsTable), env), ...mistypedNetworks(env)];
}

/** One line for the operator. */
export function describeMistyped({ name, meant }: Mistyped): string {
  return `${name} is not a setting, and changes nothing. Did you mean ${meant}?`;
}

/** Reads the settings from an environment. Throws `SettingError`, in one line, for the first invalid one. */
export function loadSettings(env: NodeJS.ProcessEnv): Settings {
  const settings = readSettings(settingsTable, env);
  checkInboundCertificate(settings);
  checkBlobKey(settings);
  checkModel(settings);
  checkSingleSignOn(settings);
  checkReplicas(settings);
  return { ...settings, networks: readNetworkSettings(env) };
}
