import { Bookmark, Users } from 'lucide-react';
import { useState } from 'react';
import { useShownCall } from '../api/calls.tsx';
import { type Answer, useApi, useSession } from '../api/client.ts';
import { useRead, useWrite } from '../api/read.ts';
import { withSearch } from '../app/router.tsx';
import { Button } from './button.tsx';
import { Confirm, Dialog } from './dialog.tsx';
import { Check } from './fields.tsx';
import { ActionMenu } from './menu.tsx';
import { Refused } from './states.tsx';
import { TextInput } from './text-input.tsx';
import { FormActions, WriteForm } from './write-form.tsx';

type View = Answer<'listViews'>['views'][number];
export type ListName = View['list'];
type Filters = Record<string, string | undefined>;

interface SavedViewsProps {
  list: ListName;
  set: Filters;
}

/** Saved filters, one click away; and the option to save the current ones. */
export function SavedViews(props: SavedViewsProps) {
  return useSession() === undefined ? null : <Views {...props} />;
}

function Views({ list, set }: SavedViewsProps) {
  const read = useRead('listViews', { query: { list, limit: 100 } });
  const [saved, setSaved] = useState<View | 'new'>();
  const [deleted, setDeleted] = useState<View>();
  const views = read.data?.views ?? [];
  const filters = textFilters(set);
  const here = views.find((view) => isSame(view.filters, filters));
  const isNew = here === undefined && Object.keys(filters).length > 0;
  if (views.length === 0 && !isNew) return null;
  return (
    <div className="views">
      {views.length > 0 && (
        <ul className="tags" aria-label="Saved views">
          {views.map((view) => (
            <li key={view.id}>
              <ViewLink of={view} isHere={view === here} />
            </li>
          ))}
        </ul>
      )}
      {isNew && (
        <Button kind="plain" icon={Bookmark} onPress={() => setSaved('new')}>
          Save this view …
        </Button>
      )}
      {here?.own && (
        <ActionMenu
          label={`Actions for the view ${here.name}`}
          actions={[
            { label: 'Rename or share it …', run: () => setSaved(here) },
            { label: 'Delete it …', run: () => setDeleted(here), isDanger: true },
          ]}
        />
      )}
      <Dialog
        title={saved === 'new' ? 'Save this view' : `Change the view ${saved?.name ?? ''}`}
        isOpen={saved !== undefined}
        onClose={() => setSaved(undefined)}
      >
        {saved !== undefined && (
          <ViewForm
            of={saved === 'new' ? undefined : saved}
            list={list}
            filters={filters}
            onClose={() => setSaved(undefined)}
          />
        )}
      </Dialog>
      <DeleteDialog of={deleted} onClose={() => setDeleted(undefined)} />
    </div>
  );
}

function ViewLink({ of: { name, filters, shared, own, owner }, isHere }: { of: View; isHere: boolean }) {
  const [path = ''] = location.hash.split('?', 1);
  const by = own ? 'Shared with everybody' : `Shared by ${owner.name ?? 'a former member'}`;
  return (
    <a
      className="tag"
      // Clicking it again shows everything.
      href={isHere ? path : withSearch(path, filters)}
      aria-current={isHere ? 'true' : undefined}
      title={shared ? by : 'Only you see it'}
    >
      {name}
      {shared && <Users aria-label={by} size={13} />}
    </a>
  );
}

interface ViewFormProps {
  /** Undefined for a new one. */
  of: View | undefined;
  list: ListName;
  filters: Record<string, string>;
  onClose: () => void;
}

function ViewForm({ of, list, filters, onClose }: ViewFormProps) {
  const api = useApi();
  const [name, setName] = useState(of?.name ?? '');
  const [shared, setShared] = useState(of?.shared ?? false);
  const isNew = of === undefined;
  const body = isNew ? { list, name, filters, shared } : { name, shared };
  const params = isNew ? undefined : { id: of.id };
  useShownCall({ operation: isNew ? 'saveView' : 'updateView', params, body, title: 'Save the view' });
  const save = useWrite(
    () =>
      isNew
        ? api.saveView({ body: { list, name, filters, shared } })
        : api.updateView({ params: { id: of.id }, body: { name, shared } }),
    { quiet: true, done: () => `The view ${name} is saved.`, onDone: onClose },
  );
  return (
    <WriteForm write={save}>
      <TextInput
        label="Name"
        field="name"
        value={name}
        onChange={setName}
        hint="For example: Failing since Monday."
        isRequired
      />
      <Check label="Share with the organization" isChecked={shared} onChange={setShared} />
      <Refused error={save.error} />
      <FormActions write={save} submit="Save the view" onClose={onClose} />
    </WriteForm>
  );
}

function DeleteDialog({ of, onClose }: { of: View | undefined; onClose: () => void }) {
  const api = useApi();
  const remove = useWrite((view: View) => api.deleteView({ params: { id: view.id } }), {
    shows: { operation: 'deleteView', title: 'Delete the view' },
    done: () => 'The view is deleted.',
    undo: ({ list, name, filters, shared }) => api.saveView({ body: { list, name, filters, shared } }),
  });
  return (
    <Confirm
      title={`Delete the view ${of?.name ?? ''}?`}
      action="Delete view"
      isOpen={of !== undefined}
      onClose={onClose}
      onConfirm={() => of && remove.mutate(of)}
    >
      {of?.shared ? 'It is no longer shown to anybody. ' : ''}The records in it do not change.
    </Confirm>
  );
}

/** The current filters, as a view stores them. */
function textFilters(set: Filters): Record<string, string> {
  const found = Object.entries(set).filter((entry): entry is [string, string] => !!entry[1]);
  return Object.fromEntries(found);
}

function isSame(one: Record<string, string>, other: Record<string, string>): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}
