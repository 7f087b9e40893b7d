import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Choice } from '../../parts/fields.tsx';

/** How a run continues: under the workflow's current definition, or the one from when it started. */
export type RetryBy = 'own' | 'current';

interface RetryDialogProps {
  title: string;
  /** What will happen. */
  lead: string;
  /** Labels of the choices. */
  labels: Record<RetryBy, string>;
  by: RetryBy;
  onChange: (by: RetryBy) => void;
  /** Label of the submit button. */
  action: string;
  isOpen: boolean;
  onClose: () => void;
  onRetry: () => void;
}

/** Asks which revision to retry with. */
export function RetryDialog({ title, lead, labels, by, onChange, action, ...rest }: RetryDialogProps) {
  const { isOpen, onClose, onRetry } = rest;
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
          onRetry();
        }}
      >
        <p>{lead}</p>
        <Choice
          label="By"
          value={by}
          onChange={(next) => onChange(next as RetryBy)}
          options={(['current', 'own'] as const).map((id) => ({ id, label: labels[id] }))}
        />
        <div className="form-actions">
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="main" type="submit">
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
