import { escapeHtml } from '../../kit/escape-html.ts';
import { textOf } from './html.ts';

export interface MenuEntry {
  href: string;
  title: string;
  /** Its subpages. The menu shows them while the reader is on this page or on one of them. */
  pages?: MenuEntry[];
}

export interface MenuGroup {
  title: string;
  entries: MenuEntry[];
}

/** HTML of the menu for one page; `below` are entries for the parts of that page, shown under its own entry. */
export type SideMenu = (address: string, below?: MenuEntry[]) => string;

/**
 * One menu for all pages. The group of the current page is open, with the page marked; the other groups open without a
 * script.
 */
export function sideMenu(groups: readonly MenuGroup[]): SideMenu {
  return (address, below = []) =>
    groups
      .filter(({ entries }) => entries.length > 0)
      .map(({ title, entries }) => {
        const isOpen = entries.some((entry) => holds(entry, address));
        const items = entries.map((entry) => itemOf(entry, address, below));
        return `<details${isOpen ? ' open' : ''}><summary>${escapeHtml(title)}</summary><ul>${items.join('\n')}</ul></details>`;
      })
      .join('\n');
}

function holds({ href, pages = [] }: MenuEntry, address: string): boolean {
  return href === address || pages.some((page) => page.href === address);
}

function itemOf(entry: MenuEntry, address: string, below: MenuEntry[]): string {
  const { href, title, pages = [] } = entry;
  const isHere = href === address;
  const inner = [...(isHere ? below : []), ...(holds(entry, address) ? pages : [])];
  const list = inner.length > 0 ? `<ul>${inner.map((one) => itemOf(one, address, [])).join('')}</ul>` : '';
  return `<li><a href="${escapeHtml(href)}"${isHere ? ' aria-current="page"' : ''}>${textOf(title)}</a>${list}</li>`;
}
