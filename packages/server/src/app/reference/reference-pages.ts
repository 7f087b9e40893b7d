import { errorPages } from './error-pages.ts';
import { eventPages } from './event-pages.ts';
import { limitPages } from './limit-pages.ts';
import type { ReferencePage } from './reference-page.ts';
import { rulePages } from './rule-pages.ts';
import { settingPages } from './setting-pages.ts';

/** Every page of the reference, from the tables that the service runs by. */
export function referencePages(): ReferencePage[] {
  return [...errorPages(), ...eventPages(), ...settingPages(), ...limitPages(), ...rulePages()];
}
