/** A code that is never the error of an answer, but appears in the `error` field of a failed record. */
interface RecordCode {
  /** The kind of record that shows it. */
  record: string;
  meaning: string;
  cure: string;
}

/** These codes come from the areas' own jobs. A test compares the table with the code. */
export const recordCodes: Record<string, RecordCode> = {
  invalid_expression: {
    record: 'workflow run',
    meaning: 'An expression of the workflow failed on this event.',
    cure: 'Correct the expression with `PUT /v1/workflows/{workflowId}`; `message` says what it met. Earlier runs keep their revision.',
  },
  expression_stopped: {
    record: 'workflow run',
    meaning:
      'The expressions of an action took too long or too much memory, or ended the process they ran in, twice.',
    cure: 'Change the expression so that it does less, with `PUT /v1/workflows/{workflowId}`; `message` says what it ran into.',
  },
  transformation_failed: {
    record: 'ingestion job',
    meaning: 'A transformation rule failed on the data.',
    cure: 'Correct the rule that `rule` names, or the data, and queue it again.',
  },
  gave_up: {
    record: 'ingestion job, workflow run',
    meaning: 'Each of its attempts ended the process that it ran in.',
    cure: 'Send the data again in smaller parts, or change what the workflow does.',
  },
  backup_failed: {
    record: 'backup',
    meaning: 'The backup could not be written.',
    cure: 'Read the reason in the log of the service; request another backup.',
  },
  storage_full: {
    record: 'backup',
    meaning: 'The store for backups has no room left.',
    cure: 'Make room, or shorten `retention_days`; then request another backup.',
  },
  storage_not_writable: {
    record: 'backup',
    meaning: 'The service may not write where its files are kept; its log names the place.',
    cure: 'Make it a folder that the user of the service may write to; then request another backup.',
  },
  restore_failed: {
    record: 'restore',
    meaning: 'The restore could not be written. The running environment is untouched.',
    cure: 'Read the reason in the log of the service; request it again.',
  },
  integrity_check_failed: {
    record: 'restore',
    meaning: 'The backup is not what was written: its checksum differs.',
    cure: 'Restore from another backup, and check the storage of this one.',
  },
  analysis_timeout: {
    record: 'application',
    meaning: 'The analysis took longer than `REVIEW_ANALYSIS_TIMEOUT_SECONDS`.',
    cure: 'Upload less, such as one service of a monorepo, or raise the setting.',
  },
  analysis_out_of_memory: {
    record: 'application',
    meaning: 'The analysis needed more than `REVIEW_THREAD_MEMORY_MB`.',
    cure: 'Upload less, or raise the setting.',
  },
  analysis_crashed: {
    record: 'application',
    meaning: 'The analysis died on this archive.',
    cure: 'Upload without the files that `skipped` or the log point to, and report the fault.',
  },
  agent_timeout: {
    record: 'agent of a review',
    meaning: 'The agent took longer than `REVIEW_AGENT_TIMEOUT_SECONDS`; the others go on.',
    cure: 'Raise the setting, or review again.',
  },
  agent_out_of_memory: {
    record: 'agent of a review',
    meaning: 'The agent needed more than `REVIEW_THREAD_MEMORY_MB`; the others go on.',
    cure: 'Raise the setting, or review less at once.',
  },
  agent_crashed: {
    record: 'agent of a review',
    meaning: 'The agent died on this application; the others go on.',
    cure: 'Review again without its category, and report the fault.',
  },
  agent_failed: {
    record: 'agent of a review',
    meaning: 'The agent failed on this application; the others go on.',
    cure: 'Review again; report it if it stays.',
  },
  review_failed: {
    record: 'review',
    meaning: 'The service failed at the review each time it was tried.',
    cure: 'Review again; report it if it stays. What agents had found can be read.',
  },
  review_finish_failed: {
    record: 'review',
    meaning: 'Patches and scores could not be made; the findings are whole.',
    cure: 'Read the findings; review again for patches and scores.',
  },
  timeout: {
    record: 'agent of outreach',
    meaning: 'The agent took longer than its time limit.',
    cure: 'Execute it again, with less input or a longer time limit.',
  },
  suppressed: {
    record: 'communication, row of an import',
    meaning: 'The address is on the suppression list.',
    cure: 'Do not write to it; remove the entry only if its owner asks for it.',
  },
  hard_bounce: {
    record: 'communication',
    meaning: 'The mail server of the recipient does not know this mailbox.',
    cure: 'Correct the address; this one is suppressed.',
  },
  rejected: {
    record: 'communication',
    meaning: 'The mail server refused the mail permanently.',
    cure: 'Read its answer in `failure_detail`; correct the sender, the address or the text.',
  },
  invalid_message: {
    record: 'communication',
    meaning: 'The message could not be turned into a mail.',
    cure: 'Correct the template or the addresses, and queue it under a new key.',
  },
  delivery_unknown: {
    record: 'communication',
    meaning:
      'The connection ended after the text was sent and before the answer came: nobody knows whether it arrived.',
    cure: 'Ask the recipient, or queue it under a new key; it is never sent again by itself.',
  },
  relay_unreachable: {
    record: 'communication',
    meaning: 'The mail server could not be reached in all attempts.',
    cure: 'Correct `SMTP_URL` or bring the server back, and queue it under a new key.',
  },
  deferred_too_long: {
    record: 'communication',
    meaning: 'The mail server delayed the mail until it was too late.',
    cure: 'Queue it under a new key, later; ask the operator of the server why.',
  },
  cancelled: {
    record: 'communication',
    meaning: 'Its campaign was cancelled before it was sent.',
    cure: 'Nothing, unless it was cancelled by mistake.',
  },
  email_missing: {
    record: 'row of an import',
    meaning: 'The row has no e-mail address.',
    cure: 'Add it, or name the column in `mapping`.',
  },
  email_invalid: {
    record: 'row of an import',
    meaning: 'The value in the address column is not an e-mail address.',
    cure: 'Correct the row and import it again.',
  },
  duplicate_in_file: {
    record: 'row of an import',
    meaning: 'The address is already in an earlier row; `detail` has the line.',
    cure: 'Nothing, or take the row out.',
  },
  value_too_long: {
    record: 'row of an import',
    meaning: 'A value is longer than the field allows.',
    cure: 'Shorten the column that the report names.',
  },
  too_many_columns: {
    record: 'row of an import',
    meaning: 'The row has more columns than the header.',
    cure: 'Quote values that hold the delimiter.',
  },
};
