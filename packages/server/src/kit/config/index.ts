export {
  integer,
  listOf,
  oneOf,
  positiveNumber,
  readSettings,
  type Setting,
  SettingError,
  type SettingsOf,
  type SettingsTable,
  settingsMarkdown,
  text,
} from './settings.ts';
