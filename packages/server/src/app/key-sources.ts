import { resolve } from 'node:path';
import type { KeySources } from '../kit/secrets/index.ts';
import type { Settings } from './settings.ts';

export function keySourcesOf(settings: Settings): KeySources {
  return {
    fromSetting: settings.ENCRYPTION_KEY,
    previous: settings.ENCRYPTION_KEY_PREVIOUS,
    dataDir: resolve(settings.DATA_DIR),
  };
}
