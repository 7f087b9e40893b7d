export { findMistyped, type Mistyped } from './find-mistyped.ts';
export {
  httpUrl,
  integer,
  listOf,
  oneOf,
  positiveNumber,
  readSettings,
  type Setting,
  SettingError,
  type SettingsOf,
  type SettingsTable,
  text,
} from './settings.ts';
