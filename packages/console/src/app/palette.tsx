import { useState } from 'react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Input } from 'react-aria-components/Input';
import { Menu, MenuItem } from 'react-aria-components/Menu';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { SearchField } from 'react-aria-components/SearchField';
import { useClient, useMay } from '../api/client.ts';
import { useRead } from '../api/read.ts';
import { type Found as Entry, useThings } from './find-things.ts';
import { navigate, to, withSearch } from './router.tsx';
import { idPages, type NavSection, sectionsFor } from './sections.ts';

/** ⌘K: opens any page, anything by its id or its name, and the events of any type. */
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

const MOST = 16;

function Finder({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const mayRead = useMay('events:read');
  const catalog = useRead('readEventCatalog', {}, { enabled: mayRead });
  const types = catalog.data?.event_types.map(({ name }) => name) ?? [];
  const { session } = useClient();
  const things = useThings(typed.trim());
  const found = findEntries(typed.trim(), { types, things, sections: sectionsFor(session) });
  const open = (id: string) => {
    const entry = found.find((one) => one.id === id);
    onClose();
    if (entry !== undefined) navigate(entry.href, { asks: true });
  };
  return (
    <Autocomplete inputValue={typed} onInputChange={setTyped}>
      <SearchField
        aria-label="Search pages, names, ids and event types"
        autoFocus
        className="palette-search"
        onKeyDown={({ key }) => key === 'Escape' && onClose()}
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
        onAction={(id) => open(String(id))}
        renderEmptyState={() => (
          <p className="quiet pad">
            Nothing has this name. Paste an id, or type a part of a name or an event type.
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

const tasks: Entry[] = [
  { id: 'publish', label: 'Publish a test event', detail: 'Events', href: '#/events/publish' },
  { id: 'subscribe', label: 'New subscription', detail: 'Webhooks', href: '#/webhooks/new' },
  { id: 'deliveries', label: 'Deliveries', detail: 'Webhooks', href: '#/webhooks/deliveries' },
  { id: 'register', label: 'Register a contract', detail: 'Contracts', href: '#/contracts/new' },
  { id: 'wallets', label: 'Wallets and limits', detail: 'Contracts', href: '#/contracts/wallets' },
  { id: 'backups', label: 'Backups', detail: 'Contracts', href: '#/contracts/backups' },
  { id: 'rules', label: 'Rules of the review', detail: 'Review', href: '#/review/rules' },
  { id: 'types', label: 'Event types', detail: 'Events', href: '#/events/types' },
  { id: 'log', label: 'The log and its proof', detail: 'Events', href: '#/events/log' },
  { id: 'automate', label: 'New workflow', detail: 'Workflows', href: '#/workflows/new' },
  { id: 'jobs', label: 'Data jobs', detail: 'Contracts', href: '#/contracts/jobs' },
  { id: 'cluster', label: 'Cluster', detail: 'Contracts', href: '#/contracts/cluster' },
  { id: 'campaign', label: 'New campaign', detail: 'Outreach', href: '#/outreach/new' },
  { id: 'leads', label: 'Leads', detail: 'Outreach', href: '#/outreach/leads' },
  { id: 'import', label: 'Import leads', detail: 'Outreach', href: '#/outreach/import' },
  { id: 'key', label: 'New API key', detail: 'API keys', href: '#/keys/new' },
  { id: 'account', label: 'Your account', detail: 'Page', href: '#/account' },
  { id: 'dead', label: 'Dead letters', detail: 'Webhooks', href: '#/webhooks/dead' },
];

interface Known {
  types: string[];
  things: Entry[];
  sections: NavSection[];
}

function findEntries(typed: string, { types, things, sections }: Known): Entry[] {
  const id = /^([a-z]{2,4})_\w+$/.exec(typed)?.[1];
  const known = id === undefined ? undefined : idPages[id];
  const byId = known
    ? [{ id: typed, label: `Open ${known.thing}`, detail: typed, href: `#/${known.path}/${typed}` }]
    : [];
  const wanted = typed.toLowerCase();
  const pages = [...sections.map((section): Entry => ({ ...section, detail: 'Page' })), ...tasks].filter(
    ({ label }) => label.toLowerCase().includes(wanted),
  );
  const byType = types.filter((type) => wanted !== '' && type.includes(wanted)).map((type) => eventsOf(type));
  const isType = /^[a-z][\w.*-]*$/.test(wanted);
  const own = isType && known === undefined && !types.includes(wanted) ? [eventsOf(typed, 'Search')] : [];
  return [...byId, ...pages, ...things, ...byType, ...own].slice(0, MOST);
}

function eventsOf(type: string, detail = 'Event type'): Entry {
  return { id: `type ${type}`, label: `Events of ${type}`, detail, href: withSearch(to`events`, { type }) };
}
