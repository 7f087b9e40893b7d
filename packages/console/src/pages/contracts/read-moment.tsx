import { type Option, Suggest } from '../../parts/fields.tsx';
import { TextInput } from '../../parts/text-input.tsx';
import type { FieldProblem } from './abi-fields.tsx';

/** The block and caller for a read; empty for the latest block, and no particular caller. */
interface Moment {
  block: string;
  from: string;
}

export const emptyMoment: Moment = { block: '', from: '' };
export const momentFields = ['block', 'from'];

export function momentBodyOf({ block, from }: Moment) {
  const at = block.trim();
  return {
    ...(at !== '' && { block: /^\d+$/.test(at) ? Number(at) : (at as 'latest') }),
    ...(from.trim() !== '' && { from: from.trim() }),
  };
}

interface Props {
  moment: Moment;
  onChange: (moment: Moment) => void;
  problem: FieldProblem | undefined;
  addresses: Option[];
}

export function MomentFields({ moment, onChange, problem, addresses }: Props) {
  const errorAt = (field: string) => (problem?.field === field ? problem.message : undefined);
  return (
    <details className="nested">
      <summary>An earlier block, or another caller</summary>
      <div className="form">
        <TextInput
          label="As of block"
          value={moment.block}
          onChange={(block) => onChange({ ...moment, block })}
          error={blockProblem(moment.block, errorAt('block'))}
          placeholder="120"
          hint="Its number. Empty: the newest. Not every node keeps old states."
        />
        <Suggest
          label="As called by"
          value={moment.from}
          onChange={(from) => onChange({ ...moment, from })}
          options={addresses}
          error={errorAt('from')}
          hint="For functions whose result depends on the caller. Empty: your sending account."
        />
      </div>
    </details>
  );
}

/** The service also accepts two keywords; the message mentions numbers first. */
function blockProblem(block: string, refused: string | undefined): string | undefined {
  const isNumber = /^\d+$/.test(block.trim());
  return refused === undefined || isNumber ? refused : 'The number of a block, latest or pending.';
}
