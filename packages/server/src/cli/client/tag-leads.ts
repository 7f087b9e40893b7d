import { CommandError } from './command-error.ts';
import { type ClientOptions, connect } from './connect.ts';
import { given } from './paging.ts';
import { counted, print } from './print.ts';

interface TagOptions extends ClientOptions {
  lead?: string[];
  import?: string;
  text?: string;
  status?: string;
  tier?: string;
  country?: string;
  tag?: string;
  campaign?: string;
  all?: boolean;
  remove?: boolean;
}

/** Adds tags to leads or removes them. The user must choose the leads: by ids, by an import, or by a filter. */
export async function tagLeads(tags: string[], options: TagOptions): Promise<void> {
  const { lead: ids, import: importId, text, status, tier, country, tag, campaign, all, remove } = options;
  const filter = given({ q: text, status, tier, country, tag, campaign_id: campaign });
  const isFiltered = all === true || Object.keys(filter).length > 0;
  if ([ids !== undefined, importId !== undefined, isFiltered].filter(Boolean).length !== 1) {
    throw new CommandError(
      'Choose the leads in one way: --lead, --import, or filters such as --country DE; --all means every lead.',
    );
  }
  const body = {
    [remove ? 'remove' : 'add']: tags,
    ...(ids !== undefined && { lead_ids: ids }),
    ...(importId !== undefined && { import_job_id: importId }),
    ...(isFiltered && { filter: filter as object }),
  };
  const done = await connect(options).api.tagLeads({ body });
  const changed = remove ? `${counted(done.removed, 'tag')} removed` : `${counted(done.added, 'tag')} given`;
  await print(options, done, `${counted(done.leads, 'lead')}: ${changed}.`);
}
