import { column } from '../../../../kit/db/index.ts';

/** What is known of the person behind a lead (`l`). */
export const leadProfile = {
  id: column.uuid(),
  email: column.text(),
  firstName: column.text().orNull(),
  lastName: column.text().orNull(),
  title: column.text().orNull(),
  company: column.text().orNull(),
  domain: column.text().orNull(),
  phone: column.text().orNull(),
  linkedinUrl: column.text().orNull(),
  country: column.text().orNull(),
  timezone: column.text().orNull(),
  customFields: column.computed<Record<string, string>>(`coalesce(l.custom_fields, '{}')`),
};
