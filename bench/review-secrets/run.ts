// `npm run bench:secrets -- [seed]`: precision, recall and F1 of the secrets detector over generated files.

import { randomText } from '../../packages/scanner/src/fixtures/random-text.ts';
import { detectSecrets } from '../../packages/scanner/src/secrets/detect-secrets.ts';
import { lookAlikes } from './look-alikes.ts';
import { realForms } from './real-forms.ts';

const seeds = process.argv[2] ? [Number(process.argv[2])] : [1, 2, 3, 4, 5];
for (const seed of seeds) {
  const random = randomText(seed);
  const samples = [...realForms(random, 300), ...lookAlikes(random, 300)];
  const startedAt = performance.now();
  const judged = samples.map((sample) => ({
    sample,
    told: detectSecrets(sample.text, sample.path).some((match) => match.confidence >= 0.5),
  }));
  const durationMs = performance.now() - startedAt;
  const count = (isSecret: boolean, told: boolean) =>
    judged.filter((one) => one.sample.isSecret === isSecret && one.told === told).length;
  const right = count(true, true);
  const precision = right / (right + count(false, true));
  const recall = right / (right + count(true, false));
  const wrong = judged.filter((one) => one.sample.isSecret !== one.told).map((one) => one.sample.id);
  const figures = { precision, recall, f1: (2 * precision * recall) / (precision + recall) };
  process.stdout.write(
    `seed ${seed}: ${Object.entries(figures)
      .map(([name, value]) => `${name} ${value.toFixed(4)}`)
      .join(', ')} in ${durationMs.toFixed(0)} ms${wrong.length > 0 ? `; wrong: ${wrong.join(' ')}` : ''}\n`,
  );
}
