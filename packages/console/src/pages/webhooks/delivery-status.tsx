import { Status } from '../../parts/status.tsx';

interface Delivery {
  status: 'pending' | 'success' | 'failed';
  dead_lettered: boolean;
  attempts: number;
}

/** A delivery's status in words. */
export function DeliveryStatus({ of: { status, dead_lettered, attempts } }: { of: Delivery }) {
  if (status === 'success') return <Status state="delivered" label="Delivered" />;
  if (dead_lettered) return <Status state="dead" label="Dead letter" />;
  if (status === 'failed') return <Status state="failed" label="Failed" />;
  return attempts === 0 ? (
    <Status state="pending" label="Waiting" />
  ) : (
    <Status state="retrying" label="Will be retried" tone="warn" />
  );
}

/** The receiver's response, or why there is none. */
export function answerText(code: number | null, error: string | null | undefined): string {
  if (code !== null) return `HTTP ${code}`;
  return error ? reasonText(error) : 'Not sent yet';
}

/** `unexpected_status: The receiver …` without the code, which is for programs. */
export function reasonText(error: string): string {
  return error.replace(/^[a-z_]+: /, '');
}
