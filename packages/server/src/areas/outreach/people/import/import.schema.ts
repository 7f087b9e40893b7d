import { type Static, Type } from 'typebox';
import { invalidField } from '../../../../kit/errors/index.ts';
import {
  countField,
  fromRecord,
  listOf,
  named,
  nullableText,
  nullableTimestamp,
  pageQuery,
  strictObject,
  timestampField,
  toRecord,
} from '../../../../kit/http/index.ts';
import { formatId, parseId } from '../../../../kit/ids.ts';
import { toTag } from '../../terms/lead-tag.ts';
import { campaignField } from '../../terms/named-campaign.ts';
import { leadFields } from './headings.ts';
import type { LeadImport } from './import.repository.ts';
import { skippedDuplicates } from './imported-event.ts';
import type { DedupKey, DedupMode, ImportOptions } from './staging.ts';

const dedupKeys = ['email', 'domain_name', 'linkedin_url', 'phone'] as const satisfies readonly DedupKey[];
const delimiterNames: Record<string, string> = {
  comma: ',',
  semicolon: ';',
  tab: '\t',
  '\\t': '\t',
  pipe: '|',
};

export const importParams = Type.Object({ id: Type.String({ description: 'The import job, `imp_…`.' }) });
export const listImportsQuery = strictObject(pageQuery);

/** Import options, as query parameters or form fields. */
export const importOptionsQuery = strictObject({
  campaign_id: Type.Optional(campaignField('The leads join this campaign, including known leads.')),
  tags: Type.Optional(
    Type.Array(Type.String({ maxLength: 200 }), {
      maxItems: 20,
      description: 'Tags for the leads, separated by commas, including known leads.',
    }),
  ),
  deduplicate: Type.Boolean({
    default: true,
    description: 'Whether a row that repeats another row or a known lead creates no second lead.',
  }),
  dedup_keys: Type.Optional(
    Type.Array(Type.String({ maxLength: 200 }), {
      maxItems: 10,
      description:
        'What identifies a lead, separated by commas: `email` (always counts), `domain_name` (company domain and whole name), `linkedin_url`, `phone`.',
    }),
  ),
  dedup_mode: Type.String({
    enum: ['skip', 'update', 'merge'],
    default: 'skip',
    description:
      'What a row does to a known lead that it repeats: nothing, overwrite its fields, or fill only empty fields.',
  }),
  mapping: Type.Optional(
    Type.String({
      maxLength: 20_000,
      description: `JSON: lead field to column name, such as \`{"email": "Kontakt"}\`. Fields: ${leadFields.join(', ')}. Other columns are mapped by their names; the rest become custom fields.`,
    }),
  ),
  encoding: Type.Optional(
    Type.String({
      maxLength: 40,
      description: 'Text encoding, such as `windows-1252`. Default: detected from the file.',
    }),
  ),
  delimiter: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 10,
      description:
        'One of `,` `;` `|` or tab, or `comma`, `semicolon`, `pipe`, `tab`. Default: detected from the file.',
    }),
  ),
  auto_enrich: Type.Boolean({ default: false, description: 'Enrich each new lead afterwards.' }),
  auto_score: Type.Boolean({ default: false, description: 'Score each new lead afterwards.' }),
  dry_run: Type.Boolean({
    default: false,
    description: 'Only read and count: the answer says what would happen, and the reject report can be read.',
  }),
});

/** Converts the options for the use cases. Throws `invalid_request` naming the field. */
export function readOptions(query: Static<typeof importOptionsQuery>): ImportOptions {
  return {
    ...fromRecord(importOptionsQuery, query),
    campaignId: readCampaignId(query.campaign_id),
    tags: readTags(query.tags),
    dedupKeys: readDedupKeys(query.dedup_keys),
    dedupMode: query.dedup_mode as DedupMode,
    mapping: readMapping(query.mapping),
    encoding: query.encoding ?? null,
    delimiter: readDelimiter(query.delimiter),
  };
}

function readCampaignId(id: string | undefined): string | null {
  if (id === undefined) return null;
  const uuid = parseId('cmp', id);
  if (uuid !== undefined) return uuid;
  throw invalidField('campaign_id', '`campaign_id` must be the id of a campaign, `cmp_…`.');
}

function readTags(given: readonly string[] = []): string[] {
  const names = given.flatMap((text) => text.split(',')).filter((name) => name.trim() !== '');
  return [...new Set(names.map((name) => toTag(name, 'tags')))].sort();
}

function readDedupKeys(given: readonly string[] | undefined): DedupKey[] {
  const names = (given ?? []).flatMap((text) => text.split(',')).map((name) => name.trim());
  const unknown = names.find((name) => !(dedupKeys as readonly string[]).includes(name));
  if (unknown !== undefined) {
    throw invalidField(
      'dedup_keys',
      `\`dedup_keys\` takes ${dedupKeys.map((key) => `\`${key}\``).join(', ')}.`,
    );
  }
  return dedupKeys.filter((key) => key === 'email' || names.includes(key));
}

function readMapping(text: string | undefined): Record<string, string> | null {
  if (text === undefined) return null;
  let mapping: unknown;
  try {
    mapping = JSON.parse(text);
  } catch {
    throw invalidField('mapping', '`mapping` must be JSON such as {"email": "Kontakt"}.');
  }
  if (typeof mapping !== 'object' || mapping === null || Array.isArray(mapping)) {
    throw invalidField('mapping', '`mapping` must be a JSON object such as {"email": "Kontakt"}.');
  }
  for (const [field, column] of Object.entries(mapping)) {
    if (!(leadFields as readonly string[]).includes(field)) {
      throw invalidField(
        'mapping',
        `\`mapping\` knows no field of that name. It takes ${leadFields.join(', ')}.`,
      );
    }
    if (typeof column !== 'string' || column === '' || column.length > 200) {
      throw invalidField(`mapping.${field}`, `\`mapping.${field}\` must be the name of a column.`);
    }
  }
  return mapping as Record<string, string>;
}

function readDelimiter(given: string | undefined): string | null {
  if (given === undefined) return null;
  const delimiter = delimiterNames[given.toLowerCase()] ?? given;
  if ([',', ';', '\t', '|'].includes(delimiter)) return delimiter;
  throw invalidField('delimiter', '`delimiter` must be `,`, `;`, `|` or a tab (`tab`).');
}

export const importRecord = named(
  'LeadImport',
  Type.Object({
    import_job_id: Type.String({ description: '`imp_…`' }),
    status: Type.String({
      enum: [
        'uploading',
        'queued',
        'processing',
        'completed',
        'completed_with_errors',
        'failed',
        'cancelled',
      ],
      description:
        '`uploading` and `queued`: nothing is read yet. `completed_with_errors`: some rows made no lead.',
    }),
    dry_run: Type.Boolean({ description: 'Whether it only counts, without creating leads.' }),
    campaign_id: nullableText('The campaign that the leads join.'),
    row_count: countField('Rows read, without empty ones; `valid_row_count + invalid_row_count`.'),
    valid_row_count: countField(
      'Usable rows; in the end `inserted_count + updated_count + duplicate_count + suppressed_count`.',
    ),
    invalid_row_count: countField('Unusable rows.'),
    duplicate_count: countField(
      'Usable rows that create nothing because they repeat another row or a known lead.',
    ),
    duplicate_in_file_count: countField('Rows that repeat an earlier row of the file.'),
    duplicate_existing_count: countField(
      'Rows that repeat a known lead; with an updating mode they change it.',
    ),
    suppressed_count: countField('Usable rows left out because the address is suppressed.'),
    inserted_count: countField('New leads so far.'),
    updated_count: countField('Known leads updated so far.'),
    progress: Type.Number({ minimum: 0, maximum: 1, description: 'Progress of the merge.' }),
    rows_per_second: Type.Unsafe<number | null>({
      type: ['number', 'null'],
      description: 'From upload to completion; null while it runs.',
    }),
    detected: Type.Object(
      {
        encoding: Type.String({ description: 'Such as `utf-8` or `windows-1252`.' }),
        delimiter: Type.String({ description: 'The separator of columns.' }),
        has_header: Type.Boolean({ description: 'Whether the first row names the columns.' }),
        columns: Type.Array(Type.String(), { description: 'Names of the columns, in their order.' }),
        mapping: Type.Record(Type.String(), Type.String(), { description: 'Lead field to column.' }),
      },
      { description: 'How the file was read.' },
    ),
    file_name: nullableText('As named by the client.'),
    size_bytes: Type.Integer({ description: 'Size of the file as it was sent.' }),
    sha256: Type.String({ description: 'SHA-256 of the file as it was sent, hex.' }),
    error_report_url: nullableText('URL of the rejected rows as CSV; null while there are none.'),
    error: Type.Unsafe<{ code: string; message: string } | null>({
      type: ['object', 'null'],
      description: 'Why it failed; null if it did not.',
    }),
    created_at: timestampField('When the file was received.'),
    started_at: nullableTimestamp('When the merge began.'),
    completed_at: nullableTimestamp('When it ended.'),
  }),
);

export const importList = listOf('imports', importRecord);

export function toImportRecord(one: LeadImport): Static<typeof importRecord> {
  const { options, detected, createdAt, completedAt } = one;
  const id = formatId('imp', one.id);
  const hasRejects = one.invalidRowCount + one.duplicateInFileCount + one.suppressedCount > 0;
  const tookSeconds = completedAt && Math.max(1, completedAt.getTime() - createdAt.getTime()) / 1000;
  return toRecord(
    importRecord,
    { ...one, dryRun: options.dryRun },
    {
      import_job_id: id,
      campaign_id: options.campaignId && formatId('cmp', options.campaignId),
      duplicate_count: skippedDuplicates(one),
      progress: completedAt ? 1 : Math.min(1, one.mergedRows / Math.max(1, one.rowCount)),
      rows_per_second: tookSeconds && Math.round(one.rowCount / tookSeconds),
      detected: toRecord(importRecord.properties.detected, detected),
      error_report_url: hasRejects ? `/v1/outreach/imports/${id}/errors` : null,
    },
  );
}
