import { Split, Trash2 } from 'lucide-react';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/fields.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import { newKey, type StepForm, type VariantForm } from './campaign-form.ts';
import { InsertField, useInsert } from './insert-field.tsx';

const units = [
  { id: 'hours', label: 'hours' },
  { id: 'days', label: 'days' },
];
const conditions = [
  { id: 'always', label: 'To all who have not replied' },
  { id: 'if_opened', label: 'Who opened the mail before' },
  { id: 'if_not_opened', label: 'Who did not open the mail before' },
  { id: 'if_clicked', label: 'Who clicked' },
  { id: 'if_not_clicked', label: 'Who did not click' },
];

interface StepProps {
  step: StepForm;
  isFirst: boolean;
  change: (changed: Partial<StepForm>) => void;
  /** Called with the text being written: the step's own, or a variant's. */
  onWrite: (variant?: string) => void;
}

/** A step: when and to whom, its texts, and variants being tested. */
export function StepFields({ step, isFirst, change, onWrite }: StepProps) {
  const { variants } = step;
  const { card, note, insert } = useInsert();
  const addVariant = () => {
    const name = String.fromCharCode(65 + variants.length);
    const added = { key: newKey(), name, weight: '1', subject: '', body: '' };
    // Two texts are compared: the first is the existing one above.
    const first = { ...added, key: newKey(), name: 'A' };
    change({ variants: variants.length === 0 ? [first, { ...added, name: 'B' }] : [...variants, added] });
  };
  return (
    <div ref={card} className="form">
      <StepTiming step={step} isFirst={isFirst} change={change}>
        <InsertField onInsert={insert} />
      </StepTiming>
      <StepTexts
        step={step}
        isFirst={isFirst}
        change={change}
        onFocus={(target) => {
          note(target);
          onWrite();
        }}
      />
      {variants.map((variant, at) => (
        <VariantFields
          key={variant.key}
          variant={variant}
          onFocus={(target) => {
            note(target);
            onWrite(variant.name);
          }}
          onRemove={() => change({ variants: variants.filter((one) => one !== variant) })}
          change={(changed) =>
            change({ variants: variants.map((one, index) => (index === at ? { ...one, ...changed } : one)) })
          }
        />
      ))}
      <div>
        <Button icon={Split} onPress={addVariant}>
          {variants.length === 0 ? 'A/B test' : 'Add a variant'}
        </Button>
      </div>
    </div>
  );
}

function StepTiming({
  step,
  isFirst,
  change,
  children,
}: Omit<StepProps, 'onWrite'> & { children: React.ReactNode }) {
  return (
    <div className="filters">
      <TextInput
        label={isFirst ? 'After the launch' : 'After the last step'}
        type="number"
        value={step.delay}
        onChange={(delay) => change({ delay })}
      />
      <Choice
        label="Unit"
        value={step.unit}
        onChange={(unit) => change({ unit: unit as 'hours' | 'days' })}
        options={units}
      />
      {!isFirst && (
        <Choice
          label="Audience"
          value={step.condition}
          onChange={(condition) => change({ condition })}
          options={conditions}
        />
      )}
      {children}
    </div>
  );
}

interface FocusProps {
  onFocus: (target: EventTarget) => void;
}

function StepTexts({ step, isFirst, change, onFocus }: Omit<StepProps, 'onWrite'> & FocusProps) {
  return (
    <fieldset
      className="form texts"
      aria-label="Content"
      data-insert
      onFocus={({ target }) => onFocus(target)}
    >
      <TextInput
        label="Subject"
        value={step.subject}
        onChange={(subject) => change({ subject })}
        {...(!isFirst && { hint: 'Empty: it continues the thread.' })}
      />
      <TextInput label="Text" rows={9} value={step.body} onChange={(body) => change({ body })} />
      <details className="nested" open={step.html !== ''}>
        <summary>Custom HTML</summary>
        <TextInput
          label="HTML"
          rows={8}
          isCode
          value={step.html}
          onChange={(html) => change({ html })}
          hint="Empty: it is made from the text."
        />
      </details>
    </fieldset>
  );
}

interface VariantProps {
  variant: VariantForm;
  change: (changed: Partial<VariantForm>) => void;
  onRemove: () => void;
}

function VariantFields({ variant, change, onRemove, onFocus }: VariantProps & FocusProps) {
  return (
    <fieldset className="variant form" aria-label={`Variant ${variant.name}`}>
      <div className="filters">
        <TextInput label="Variant" value={variant.name} onChange={(name) => change({ name })} isRequired />
        <TextInput
          label="Weight"
          type="number"
          value={variant.weight}
          onChange={(weight) => change({ weight })}
        />
        <Button icon={Trash2} aria-label={`Remove variant ${variant.name}`} onPress={onRemove}>
          Remove
        </Button>
      </div>
      <fieldset
        className="form texts"
        aria-label={`Content of ${variant.name}`}
        data-insert
        onFocus={({ target }) => onFocus(target)}
      >
        <TextInput
          label={`Subject of ${variant.name}`}
          value={variant.subject}
          onChange={(subject) => change({ subject })}
          hint="Empty: the step's."
        />
        <TextInput
          label={`Text of ${variant.name}`}
          rows={6}
          value={variant.body}
          onChange={(body) => change({ body })}
          hint="Empty: the step's."
        />
      </fieldset>
    </fieldset>
  );
}
