import { expect, test } from 'vitest';
import { mapColumns } from './column-mapping.ts';
import { sniffDialect } from './dialect.ts';

/** Header lines as exported by other programs, one row each, and the expected field of each column. */
const exports: [string, string, object][] = [
  [
    'HubSpot contacts',
    'Record ID,First Name,Last Name,Email,Phone Number,Contact owner,Associated Company,Lead Status,Job Title,Country/Region,Website URL\n1,Ann,Lee,ann@acme.test,+1,Bo,Acme,New,CTO,Chile,acme.test\n',
    {
      email: 'Email',
      first_name: 'First Name',
      last_name: 'Last Name',
      title: 'Job Title',
      company: 'Associated Company',
      domain: 'Website URL',
      phone: 'Phone Number',
      country: 'Country/Region',
    },
  ],
  [
    'a Salesforce report',
    '"First Name","Last Name","Title","Company / Account","Lead Source","Mailing Country","Phone","Email"\n"Ann","Lee","CTO","Acme","Web","Chile","1","ann@acme.test"\n',
    { email: 'Email', company: 'Company / Account', country: 'Mailing Country', title: 'Title' },
  ],
  [
    'Apollo',
    "First Name,Last Name,Title,Company Name,Email,Email Status,Email Confidence,Seniority,Work Direct Phone,Corporate Phone,# Employees,Person Linkedin Url,Website,Company Linkedin Url,City,Country,Company City,Company Country,Company Phone,Email Sent\nAnn,Lee,CTO,Acme,ann@acme.test,Verified,,VP,'+1,,50,http://www.linkedin.com/in/ann,http://acme.test,http://www.linkedin.com/company/acme,Lima,Peru,Lima,Peru,,false\n",
    {
      email: 'Email',
      company: 'Company Name',
      domain: 'Website',
      phone: 'Work Direct Phone',
      linkedin_url: 'Person Linkedin Url',
      country: 'Country',
    },
  ],
  [
    'LinkedIn connections',
    'Notes:\n"Some addresses are missing."\n\nFirst Name,Last Name,URL,Email Address,Company,Position,Connected On\nAnn,Lee,https://www.linkedin.com/in/ann,,Acme,CTO,01 Jan 2026\nBo,Ek,https://www.linkedin.com/in/bo,bo@ek.test,Ek,,02 Jan 2026\n',
    {
      email: 'Email Address',
      linkedin_url: 'URL',
      company: 'Company',
      title: 'Position',
    },
  ],
  [
    'Google contacts',
    'First Name,Middle Name,Last Name,Organization Name,Organization Title,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value\nAnn,,Lee,Acme,CTO,* Work,ann@acme.test,Mobile,1\n',
    {
      email: 'E-mail 1 - Value',
      company: 'Organization Name',
      title: 'Organization Title',
      phone: 'Phone 1 - Value',
    },
  ],
  [
    'Outlook',
    'First Name,Last Name,Company,Job Title,Business Country/Region,Business Phone,E-mail Address,E-mail Type\nAnn,Lee,Acme,CTO,Chile,1,ann@acme.test,SMTP\n',
    { email: 'E-mail Address', country: 'Business Country/Region', phone: 'Business Phone' },
  ],
  [
    'Outlook with salutations',
    'Title,First Name,Last Name,Suffix,Company,Department,Job Title,Business Phone,E-mail Address\nDr.,Ann,Lee,,Acme,IT,CTO,1,ann@acme.test\n',
    { email: 'E-mail Address', title: 'Job Title', company: 'Company' },
  ],
  [
    'a list that calls the salutation a title, and the job a role',
    'Title,First Name,Last Name,Role,Email\nMs.,Ann,Lee,CTO,ann@acme.test\nHerr Dr.,Bo,Ek,CEO,bo@ek.test\n',
    { email: 'Email', title: 'Role' },
  ],
  [
    'Pipedrive',
    'Person - Name;Person - Email - Work;Person - Phone - Work;Organization - Name\nAnn Lee;ann@acme.test;1;Acme\n',
    { email: 'Person - Email - Work', full_name: 'Person - Name', company: 'Organization - Name' },
  ],
];

test.each(exports)('the columns of %s are recognized', (_program, text, expected) => {
  const dialect = sniffDialect(text, true, undefined);
  const rows = text
    .trim()
    .split('\n')
    .slice(dialect.headLines)
    .map((row) => row.split(dialect.delimiter).map((cell) => cell.replace(/^"|"$/g, '')));
  const mapping = mapColumns(dialect, rows, undefined);
  expect(mapping).toMatchObject(expected);
  // Profile pages of people or companies are not their own sites.
  if (!('domain' in expected)) expect(mapping).not.toHaveProperty('domain');
});

test.each([
  ['a header that names nothing, over values that look like one', 'Kontakt,Kanal\nann@acme.test,Email\n', 0],
  ['a header above a note that is wider', 'Email,Note\nx,a,b,email\n', 0],
  ['no header', 'ann@acme.test,Ann\n', -1],
  ['lines of a report ahead of it', 'Leads\nFrom,Monday\nEmail,Name,City\nann@acme.test,Ann,Rome\n', 2],
])('in %s, the header is row %3$i', (_what, text, at) => {
  expect(sniffDialect(text, true, ',').headRows).toBe(at + 1);
});
