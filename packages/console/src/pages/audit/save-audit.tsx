import { Download } from 'lucide-react';
import { useApi } from '../../api/client.ts';
import { useWrite } from '../../api/read.ts';
import { Button } from '../../parts/button.tsx';
import { actorText, type Deed, deedText } from '../../parts/deed-words.ts';
import { download } from '../../parts/download.ts';
import { plural } from '../../parts/format.tsx';

interface SaveAuditProps {
  /** The page's filters. */
  query: object;
}

/** More than a spreadsheet handles well; the command line and the API export everything. */
const MAX_COUNT = 10_000;

/** Saves the filtered entries as a spreadsheet table. */
export function SaveAudit({ query }: SaveAuditProps) {
  const api = useApi();
  const save = useWrite(
    async () => {
      const entries: Deed[] = [];
      let cursor: string | undefined;
      do {
        const page = await api.readAudit({ query: { ...query, limit: 100, ...(cursor && { cursor }) } });
        entries.push(...page.entries);
        cursor = page.next_cursor;
      } while (cursor !== undefined && entries.length < MAX_COUNT);
      download('who-did-what.csv', toCsv(entries), 'text/csv');
      return { saved: entries.length, isCut: cursor !== undefined };
    },
    {
      done: ({ saved, isCut }) =>
        `${isCut ? 'The newest ' : ''}${plural(saved, 'entry', 'entries')} saved as who-did-what.csv.`,
    },
  );
  return (
    <Button icon={Download} isBusy={save.isPending} onPress={() => save.mutate()}>
      Save as CSV
    </Button>
  );
}

function toCsv(entries: readonly Deed[]): string {
  const head = ['when', 'who', 'did', 'actor_id', 'action', 'thing', 'thing_id', 'fields', 'event_id'];
  const rows = entries.map((one) => [
    ...[one.timestamp, actorText(one), deedText(one), one.actor?.id ?? '', one.action],
    ...[one.thing, one.thing_id ?? '', one.fields.join(' '), one.event_id],
  ]);
  return [head, ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}

/** Neutralizes cells that look like formulas: names are untrusted input. */
function cellOf(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
