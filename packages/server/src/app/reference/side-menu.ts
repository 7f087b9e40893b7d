import { escapeHtml } from '../../kit/escape-html.ts';
import { textOf } from './html.ts';

export interface MenuEntry {
  href: string;
  title: string;
  /** Pages of its own, in the menu while one reads it or one of them. */
  pages?: MenuEntry[];
}

export interface MenuGroup {
  title: string;
  entries: MenuEntry[];
}

/** HTML of the menu as it stands on one page; `below` is what that page holds itself, under its entry. */
export type SideMenu = (address: string, below?: MenuEntry[]) => string;

/** One menu for all pages. The group of the page is open, with the page marked; the others open without a script. */
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
