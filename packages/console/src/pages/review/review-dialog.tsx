import { useState } from 'react';
import { useShownCall } from '../../api/calls.tsx';
import { useApi } from '../../api/client.ts';
import { useWrite } from '../../api/read.ts';
import { navigate, to } from '../../app/router.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Check, Choice } from '../../parts/fields.tsx';
import { words } from '../../parts/format.tsx';
import { Refused } from '../../parts/states.tsx';
import { FormActions, WriteForm } from '../../parts/write-form.tsx';
import type { Application } from './application-frame.tsx';
import { type Severity, severities } from './severities.ts';
import { useBases } from './versions.ts';

export const categories = ['security', 'architecture', 'quality', 'testing', 'performance', 'documentation'];

/** Requests a review: scope, baseline, with or without patches. */
export function ReviewDialog({ of, onClose }: { of: Application; onClose: () => void }) {
  const api = useApi();
  const bases = useBases(of);
  const [left, setLeft] = useState<string[]>([]);
  const [withPatches, setPatches] = useState(true);
  const [least, setLeast] = useState('');
  const [chosen, setBase] = useState<string>();
  const base = chosen ?? bases[0]?.id ?? '';
  const wanted = categories.filter((one) => !left.includes(one));
  const body = {
    categories: left.length === 0 ? ['all'] : wanted,
    generate_patches: withPatches,
    ...(base !== '' && { baseline_review_id: base }),
    ...(least !== '' && { min_severity: least as Severity }),
  };
  const params = { id: of.id };
  useShownCall({ operation: 'requestReview', params, body, title: 'Review it' });
  const review = useWrite(() => api.requestReview({ params, body }), {
    quiet: true,
    onDone: ({ review_id: id }) => navigate(to`reviews/${id}`),
  });
  return (
    <Dialog title={`Review ${of.name}`} isOpen onClose={onClose}>
      <WriteForm write={review}>
        <fieldset className="checks">
          <legend>Categories</legend>
          {categories.map((one) => (
            <Check
              key={one}
              label={words(one)}
              isChecked={!left.includes(one)}
              onChange={(is) => setLeft(is ? left.filter((other) => other !== one) : [...left, one])}
            />
          ))}
        </fieldset>
        <Check label="Create patches that pass all checks" isChecked={withPatches} onChange={setPatches} />
        <Choice
          label="Compare with"
          field="baseline_review_id"
          value={base}
          onChange={setBase}
          hint="Findings of that review count as unchanged, not as new."
          options={[...bases.map(({ id, label }) => ({ id, label })), { id: '', label: 'Nothing' }]}
        />
        <LeastSevere value={least} onChange={setLeast} />
        <Refused error={review.error} />
        <FormActions
          write={review}
          submit="Start the review"
          isDisabled={wanted.length === 0}
          onClose={onClose}
        />
      </WriteForm>
    </Dialog>
  );
}

function LeastSevere({ value, onChange }: { value: string; onChange: (least: string) => void }) {
  return (
    <Choice
      label="Minimum severity"
      field="min_severity"
      value={value}
      onChange={onChange}
      options={[
        { id: '', label: 'Nothing: show all' },
        ...severities.slice(0, 3).map((id) => ({ id, label: words(id) })),
      ]}
    />
  );
}
