/** Shannon entropy of a text, in bits per character. */
export function shannonEntropy(text: string): number {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) {
    const share = count / text.length;
    bits -= share * Math.log2(share);
  }
  return bits;
}

// The 120 most frequent letter pairs in English and in identifiers.
const frequentPairs = new Set(
  (
    'th he in er an re on at en nd ti es or te of ed is it al ar st to nt ng se ha as ou io le ve co me de hi ri ro ' +
    'ic ne ea ra ce li ch ll be ma si om ur ca el ta la ns ge ly ei us un ec ac il ot tr ad ss pr em po ho ss ig id ' +
    'ow so oo pe ke am ck ok ut et ey ay do di ex mp am ab ag lo bl pl cl cr cu ct da ef ff fi fo fr ft gr gh ht ' +
    'ie im ir ke ki ld ls mi mo na ni no nu od ol op os pa qu ru sa sc sh sp su ts tu ty up use wa we wh wi wo ye'
  ).split(' '),
);

/**
 * The share of adjacent letters that are frequent pairs, 0 to 1: random text has about 0.2, words about 0.8. Texts
 * without two adjacent letters have 0.
 */
export function wordLikeness(text: string): number {
  let pairs = 0;
  let frequent = 0;
  for (const run of text.toLowerCase().match(/[a-z]{2,}/g) ?? []) {
    for (let i = 0; i + 1 < run.length; i++) {
      pairs++;
      if (frequentPairs.has(run.slice(i, i + 2))) frequent++;
    }
  }
  return pairs === 0 ? 0 : frequent / pairs;
}

/** Whether a text follows the alphabet or a keyboard, or repeats a short piece, like placeholders that people type. */
export function isSequential(text: string): boolean {
  const lower = text.toLowerCase();
  if (/(.)\1{4,}/.test(lower) || /^(.{1,6}?)\1{2,}.{0,5}$/.test(lower)) return true;
  let steps = 0;
  for (let i = 0; i + 1 < lower.length; i++) {
    const step = lower.charCodeAt(i + 1) - lower.charCodeAt(i);
    if (step === 1 || step === -1) steps++;
  }
  if (lower.length >= 8 && steps / (lower.length - 1) > 0.5) return true;
  return /0123456|1234567|abcdefg|qwerty|asdfgh|deadbeef|cafebabe|a1b2c3d4/.test(lower);
}
