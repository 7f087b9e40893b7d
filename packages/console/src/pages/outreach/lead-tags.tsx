import { Tag } from 'lucide-react';
import { useState } from 'react';
import { useShownCall } from '../../api/calls.tsx';
import { type Body, useApi } from '../../api/client.ts';
import { useRead, useWrite } from '../../api/read.ts';
import { withSearch } from '../../app/router.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Choice, Many } from '../../parts/fields.tsx';
import { atLeast, count, plural } from '../../parts/format.tsx';
import { Refused } from '../../parts/states.tsx';
import { useUnsaved } from '../../parts/unsaved.tsx';
import { FormActions, WriteForm } from '../../parts/write-form.tsx';

function useTagNames() {
  const tags = useRead('listLeadTags', { query: { limit: 100 } });
  return (tags.data?.tags ?? []).map(({ tag, leads, leads_is_minimum }) => ({
    id: tag,
    label: tag,
    detail: atLeast(leads_is_minimum, plural(leads, 'lead')),
  }));
}

/** Filters leads by tag; hidden when there are no tags. */
export function TagChoice({ value, onChange }: { value: string; onChange: (tag: string) => void }) {
  const names = useTagNames();
  if (names.length === 0 && value === '') return null;
  const known =
    names.some(({ id }) => id === value) || value === '' ? names : [{ id: value, label: value }, ...names];
  return (
    <Choice
      label="Tag"
      value={value}
      onChange={onChange}
      options={[{ id: '', label: 'Any tag' }, ...known]}
    />
  );
}

/** Choose tags, or enter new ones. */
export function TagsField({
  label,
  values,
  onChange,
  hint = 'Press Enter after each.',
  field,
}: {
  label: string;
  values: string[];
  onChange: (tags: string[]) => void;
  hint?: string;
  field?: string;
}) {
  const names = useTagNames();
  const set = (tags: string[]) => onChange([...new Set(tags.map((tag) => tag.trim().toLowerCase()))]);
  return (
    <Many
      label={label}
      hint={hint}
      values={values}
      onChange={set}
      options={names}
      {...(field !== undefined && { field })}
    />
  );
}

/** A lead's tags, each linking to all leads with it. */
export function TagLinks({ of }: { of: string[] }) {
  return (
    <ul className="tags" aria-label="Tags">
      {of.map((tag) => (
        <li key={tag}>
          <a className="tag" href={withSearch('#/outreach/leads', { tag })}>
            <Tag aria-hidden size={12} /> {tag}
          </a>
        </li>
      ))}
    </ul>
  );
}

type Whom = Pick<Body<'tagLeads'>, 'lead_ids' | 'import_job_id' | 'filter'>;

interface TagDialogProps {
  whom: Whom;
  /** The lead or leads, such as `Ada Byron` or `1,204 leads`. */
  name: string;
  /** Tags that can be removed. */
  has?: string[];
  isOpen: boolean;
  onClose: () => void;
}

/** Adds tags to leads and removes others. */
export function TagDialog({ name, isOpen, onClose, ...rest }: TagDialogProps) {
  return (
    <Dialog title={`Change the tags of ${name}`} isOpen={isOpen} onClose={onClose}>
      <TagForm {...rest} name={name} onClose={onClose} />
    </Dialog>
  );
}

function TagForm({ whom, name, has, onClose }: Omit<TagDialogProps, 'isOpen'>) {
  const api = useApi();
  const names = useTagNames();
  const [add, setAdd] = useState<string[]>([]);
  const [remove, setRemove] = useState<string[]>([]);
  const body = { ...whom, ...(add.length > 0 && { add }), ...(remove.length > 0 && { remove }) };
  useUnsaved({ add, remove });
  useShownCall({ operation: 'tagLeads', body, title: 'Change the tags' });
  const save = useWrite(() => api.tagLeads({ body }), {
    quiet: true,
    done: ({ leads, added, removed }) =>
      leads === 1
        ? `The tags of ${name} are updated.`
        : `Of ${plural(leads, 'lead')}, ${count(added)} got a tag, and ${count(removed)} lost one.`,
    onDone: onClose,
  });
  const mayGo = (has ?? names.map(({ id }) => id)).map((id) => ({ id, label: id }));
  return (
    <WriteForm write={save}>
      <TagsField
        label="Tags to add"
        field="add"
        values={add}
        onChange={setAdd}
        hint="Such as “trade fair 2026”. Press Enter after each."
      />
      {mayGo.length > 0 && (
        <Many label="Remove" field="remove" values={remove} onChange={setRemove} options={mayGo} />
      )}
      <Refused error={save.error} />
      <FormActions write={save} submit="Change the tags" onClose={onClose} />
    </WriteForm>
  );
}
