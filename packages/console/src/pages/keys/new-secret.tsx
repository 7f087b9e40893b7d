import { Button, CopyText } from '../../parts/button.tsx';
import { useUnsaved } from '../../parts/unsaved.tsx';

interface NewSecretProps {
  /** Absent in the response to a repeated request. */
  secret: string | undefined;
  notice: string | undefined;
  onClose: () => void;
}

/** A newly generated secret, shown only once. */
export function NewSecret({ secret, notice, onClose }: NewSecretProps) {
  useUnsaved(secret ?? '', '');
  return (
    <div className="form">
      <div className="note good" role="status">
        {secret === undefined ? (
          notice
        ) : (
          <span>
            Copy it now. It is shown only once: <CopyText text={secret} label="key" />
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
