import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

const firstNames = ['Ana', 'Jürgen', 'Zoë', 'Søren', 'Łukasz', 'Mary Ann', 'José', 'Chloé', 'Bob', '太郎'];
const lastNames = [
  'Müller',
  'García',
  'Smith',
  "O'Brien",
  'Novák',
  'Johansson',
  'Rossi',
  'Dubois',
  'Kowalska',
  '山田',
];
const titles = ['CTO', 'VP Sales', 'Head of Data', 'Software Engineer', 'Director of Operations', 'Intern'];
const countries = ['Germany', 'France', 'United States', 'Japan', 'Spain'];

/** A typical exported list: 12 columns, every 200th row invalid, every 11th a repeat, some quotes and line breaks. */
export async function writeLeadsFile(path: string, rows: number): Promise<{ bad: number; repeats: number }> {
  const file = createWriteStream(path, { highWaterMark: 1_048_576 });
  file.write(
    'email,first_name,last_name,title,company,website,phone,linkedin,country,employees,notes,segment\n',
  );
  let bad = 0;
  let repeats = 0;
  let text = '';
  for (let i = 0; i < rows; i++) {
    const isBad = i % 200 === 199;
    const isRepeat = !isBad && i % 11 === 10 && (i - 10) % 200 !== 199;
    if (isBad) bad++;
    if (isRepeat) repeats++;
    const person = isRepeat ? i - 10 : i;
    const company = Math.floor(person / 8);
    const email = isBad ? `person${i} at firm` : `person.${mix(person)}@firm-${company}.example`;
    const notes =
      i % 50 === 0
        ? `"Met at the fair.\nSaid ""call me"", twice."`
        : `Row ${i} of the list and nothing special`;
    text += `${email},${firstNames[i % 10]},${lastNames[(i * 7) % 10]},${titles[i % 6]},"Firm ${company}, Söhne & Co",https://www.firm-${company}.example,+49 30 ${1_000_000 + i},https://linkedin.com/in/person-${person},${countries[i % 5]},${(i * 13) % 5_000},${notes},${i % 3 ? 'mid' : 'large'}\n`;
    if (text.length > 1_000_000) {
      if (!file.write(text)) await once(file, 'drain');
      text = '';
    }
  }
  file.end(text);
  await once(file, 'close');
  return { bad, repeats };
}

/** Mixes numbers, so that the addresses are not sorted. */
function mix(n: number): string {
  return (
    Math.imul(n ^ 0x5bd1e995, 0x9e3779b1)
      .toString(36)
      .replace('-', 'x') + n.toString(36)
  );
}
