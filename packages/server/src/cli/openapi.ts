import { describeApi } from '../app/describe-api.ts';

export async function printOpenApi(): Promise<void> {
  process.stdout.write(await describeApi());
}
