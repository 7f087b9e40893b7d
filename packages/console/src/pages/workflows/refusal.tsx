import { TriviumError } from '../../../../sdk/src/index.ts';
import { WithCode } from '../../parts/with-code.tsx';

/** The error for a part of the workflow, such as `actions.0.input`. */
export function errorAt(error: Error | undefined, path: string): string | undefined {
  if (!(error instanceof TriviumError) || error.field === undefined) return undefined;
  return error.field === path || error.field.startsWith(`${path}.`) ? error.message : undefined;
}

/** The rejected part, named as in the form. */
export function Refusal({ error }: { error: Error }) {
  const at = error instanceof TriviumError ? /^actions\.(\d+)/.exec(error.field ?? '')?.[1] : undefined;
  return (
    <p className="note bad" role="alert">
      <span>
        {at !== undefined && <strong>Action {Number(at) + 1}: </strong>}
        <WithCode text={error.message} />
      </span>
    </p>
  );
}
