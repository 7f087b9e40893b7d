import { useEffect, useState } from 'react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Input } from 'react-aria-components/Input';
import { Menu, MenuItem } from 'react-aria-components/Menu';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { SearchField } from 'react-aria-components/SearchField';
import { useClient, useMay } from '../api/client.ts';
import { useRead } from '../api/read.ts';
import { findPages } from './find-pages.ts';
import { type Found as Entry, type Group, useNamedRecords, useNamedSubscriptions } from './find-things.ts';
import { navigate, to, withSearch } from './router.tsx';
import { idPages, type NavSection, sectionsFor } from './sections.ts';

/** ⌘K: opens any page, anything by id or name, and the events of any type. */
export function Palette({ onClose }: { onClose: () => void }) {
  return (
    <ModalOverlay className="overlay" isOpen onOpenChange={(open) => !open && onClose()} isDismissable>
      <Modal className="modal palette">
        <AriaDialog className="dialog" aria-label="Search">
          <Finder onClose={onClose} />
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

const MAX_COUNT = 16;

/** Results, best first. While a search is still running, more may follow below. */
function useFound(typed: string): { found: Entry[]; isLooking: boolean } {
  const mayRead = useMay('events:read');
  const catalog = useRead('readEventCatalog', {}, { enabled: mayRead });
  const { session } = useClient();
  const things = useNamedRecords(typed);
  const subscriptions = useNamedSubscriptions(typed);
  const types = catalog.data?.event_types.map(({ name }) => name) ?? [];
  const groups = [
    { entries: pagesOf(typed, sectionsFor(session)), isWhole: true },
    ...things,
    { entries: typesWith(typed, types), isWhole: !catalog.isLoading },
    subscriptions,
    { entries: searchOf(typed, types), isWhole: true },
  ];
  const firstOpen = groups.findIndex(({ isWhole }) => !isWhole);
  return {
    found: (firstOpen === -1 ? groups : groups.slice(0, firstOpen))
      .flatMap(({ entries }: Group) => entries)
      .slice(0, MAX_COUNT),
    isLooking: firstOpen !== -1,
  };
}

function Finder({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  /** The text for which Enter was pressed before there were results. */
  const [hurried, setHurried] = useState<string>();
  const { found, isLooking } = useFound(typed.trim());
  const open = (entry: Entry | undefined) => {
    onClose();
    if (entry !== undefined) navigate(entry.href, { asks: true });
  };
  const [first] = found;
  useEffect(() => {
    if (first !== undefined && hurried === typed) open(first);
  });
  return (
    <Autocomplete inputValue={typed} onInputChange={setTyped}>
      <SearchField
        aria-label="Search pages, names, ids and event types"
        autoFocus
        className="palette-search"
        onKeyDown={({ key }) => {
          if (key === 'Escape') onClose();
          if (key === 'Enter' && first === undefined && isLooking) setHurried(typed);
        }}
      >
        <Input
          className="input"
          placeholder="A page, a name, an id such as evt_…, or an event type"
          spellCheck={false}
        />
      </SearchField>
      <Menu
        className="options"
        aria-label="Found"
        items={found}
        onAction={(id) => open(found.find((one) => one.id === id))}
        renderEmptyState={() => (
          <p className="quiet pad">
            {isLooking
              ? 'Looking …'
              : 'Nothing has this name. Paste an id, or type a part of a name or an event type.'}
          </p>
        )}
      >
        {({ id, label, detail }) => (
          <MenuItem id={id} textValue={label} className="option palette-option">
            <span>{label}</span>
            <span className="quiet">{detail}</span>
          </MenuItem>
        )}
      </Menu>
    </Autocomplete>
  );
}

const idOf = (typed: string) => idPages[/^([a-z]{2,4})_\w+$/.exec(typed)?.[1] ?? ''];

/** What an id refers to, and pages by their name or another word for it. */
function pagesOf(typed: string, sections: NavSection[]): Entry[] {
  const known = idOf(typed);
  const byId = known
    ? [{ id: typed, label: `Open ${known.thing}`, detail: typed, href: `#/${known.path}/${typed}` }]
    : [];
  return [...byId, ...findPages(typed, sections)];
}

/** Leaves room for results still to come. */
const MAX_TYPES = 8;

function typesWith(typed: string, types: string[]): Entry[] {
  const wanted = typed.toLowerCase();
  if (wanted === '') return [];
  const beginsPart = (type: string) => type.split(/[._]/).some((part) => part.startsWith(wanted));
  const [first, rest] = [types.filter(beginsPart), types.filter((type) => !beginsPart(type))];
  return [...first, ...rest.filter((type) => type.includes(wanted))]
    .slice(0, MAX_TYPES)
    .map((type) => eventsOf(type));
}

/** Searches for events of a type missing in the catalogue, or of all below a word. */
function searchOf(typed: string, types: string[]): Entry[] {
  const isType = /^[a-z][\w.*-]*$/.test(typed.toLowerCase());
  return isType && idOf(typed) === undefined && !types.includes(typed.toLowerCase())
    ? [eventsOf(typed, 'Search')]
    : [];
}

function eventsOf(type: string, detail = 'Event type'): Entry {
  return { id: `type ${type}`, label: `Events of ${type}`, detail, href: withSearch(to`events`, { type }) };
}
