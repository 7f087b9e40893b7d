import type { Selectable } from 'kysely';
import type { ReviewDatabase, ReviewTransaction, RuleSetsTable } from '../review-tables.ts';

export type RuleSet = Pick<Selectable<RuleSetsTable>, 'sha256' | 'rules' | 'rule_count'>;

/** The current rules, with when they were set; undefined if none were ever set. */
export function findRules(
  db: ReviewDatabase,
  orgId: string,
): Promise<(RuleSet & { updated_at: Date }) | undefined> {
  return db
    .selectFrom('review_rules as r')
    .innerJoin('review_rule_sets as s', (join) =>
      join.onRef('s.org_id', '=', 'r.org_id').onRef('s.sha256', '=', 'r.sha256'),
    )
    .select(['s.sha256', 's.rules', 's.rule_count', 'r.updated_at'])
    .where('r.org_id', '=', orgId)
    .executeTakeFirst();
}

/** The rules for a review that starts; null if there are none. */
export async function rulesInForce(tx: ReviewTransaction, orgId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('review_rules')
    .select('sha256')
    .where('org_id', '=', orgId)
    // Blocks writers: these rules must not be deleted before the review refers to them.
    .forShare()
    .executeTakeFirst();
  return row?.sha256 ?? null;
}

/** The current text, for a caller that is about to replace it; locks out others. Null if there is none. */
export async function lockRulesInForce(tx: ReviewTransaction, orgId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('review_rules')
    .select('sha256')
    .where('org_id', '=', orgId)
    .forUpdate()
    .executeTakeFirst();
  return row?.sha256 ?? null;
}

/** The text that a review started with. */
export async function readRuleSet(
  db: ReviewDatabase,
  orgId: string,
  sha256: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('review_rule_sets')
    .select('rules')
    .where('org_id', '=', orgId)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  return row?.rules;
}

/**
 * Saves the rules in place of `before`, which the caller has locked; with null, as the first. Deletes texts that
 * no review uses. False when somebody else was first.
 */
export async function saveRules(
  tx: ReviewTransaction,
  orgId: string,
  { sha256, rules, rule_count, before }: RuleSet & { before: string | null },
  at: Date,
): Promise<boolean> {
  await tx
    .insertInto('review_rule_sets')
    .values({ org_id: orgId, sha256, rules, rule_count, created_at: at })
    .onConflict((conflict) => conflict.columns(['org_id', 'sha256']).doNothing())
    .execute();
  const isSaved =
    before === null ? await insertRules(tx, orgId, sha256, at) : await replaceRules(tx, orgId, sha256, at);
  if (!isSaved) return false;
  await tx
    .deleteFrom('review_rule_sets as s')
    .where('s.org_id', '=', orgId)
    .where('s.sha256', '<>', sha256)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('review_reviews as v')
            .select('v.id')
            .whereRef('v.org_id', '=', 's.org_id')
            .whereRef('v.rules_sha256', '=', 's.sha256'),
        ),
      ),
    )
    .execute();
  return true;
}

/** Waits for another one who saves the first rules at the same moment. */
async function insertRules(tx: ReviewTransaction, orgId: string, sha256: string, at: Date): Promise<boolean> {
  const made = await tx
    .insertInto('review_rules')
    .values({ org_id: orgId, sha256, updated_at: at })
    .onConflict((conflict) => conflict.column('org_id').doNothing())
    .executeTakeFirst();
  return (made.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

async function replaceRules(
  tx: ReviewTransaction,
  orgId: string,
  sha256: string,
  at: Date,
): Promise<boolean> {
  const changed = await tx
    .updateTable('review_rules')
    .set({ sha256, updated_at: at })
    .where('org_id', '=', orgId)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}
