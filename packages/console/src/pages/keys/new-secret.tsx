import { Button, CopyText } from '../../parts/button.tsx';
import { useUnsaved } from '../../parts/unsaved.tsx';

interface NewSecretProps {
  /** Absent in the answer to a repeat. */
  secret: string | undefined;
  notice: string | undefined;
  onClose: () => void;
}

/** A secret that was just made, which is never shown again. */
export function NewSecret({ secret, notice, onClose }: NewSecretProps) {
  useUnsaved(secret ?? '', '');
  return (
    <div className="form">
      <div className="note good" role="status">
        {secret === undefined ? (
          notice
        ) : (
          <span>
            Copy it now, it is shown this once: <CopyText text={secret} label="key" />
          </span>
        )}
      </div>
      <div className="form-actions">
        <Button kind="main" onPress={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}
