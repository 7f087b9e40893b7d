import { dirname } from 'node:path/posix';
import { errorPages } from './error-pages.ts';
import { eventPages } from './event-pages.ts';
import { limitPages } from './limit-pages.ts';
import type { ReferencePage } from './reference-page.ts';
import { rulePages } from './rule-pages.ts';
import { settingPages } from './setting-pages.ts';
import type { MenuEntry, MenuGroup } from './side-menu.ts';

/** Every page of the reference, generated from the tables that the service itself uses. */
export function referencePages(): ReferencePage[] {
  return [...errorPages(), ...eventPages(), ...settingPages(), ...limitPages(), ...rulePages()];
}

/** The lists and their pages for the side menu, one group for each list. */
export function referenceGroups(pages: readonly ReferencePage[]): MenuGroup[] {
  const byList = Map.groupBy(pages, ({ path }) => path.split('/')[0] ?? '');
  return [...byList].map(([list, own]) => {
    const byParent = Map.groupBy(own, ({ path }) => dirname(path));
    const entriesOf = (parent: string): MenuEntry[] =>
      (byParent.get(parent) ?? []).map(({ path, title }) => ({
        href: `/docs/${path}`,
        title,
        pages: entriesOf(path),
      }));
    const title = own.find(({ path }) => path === list)?.title ?? list;
    return {
      title,
      entries: [{ href: `/docs/${list}`, title: `All ${title.toLowerCase()}` }, ...entriesOf(list)],
    };
  });
}
