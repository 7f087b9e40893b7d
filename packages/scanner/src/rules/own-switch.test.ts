import { expect, it } from 'vitest';
import { isBelowSwitch } from './own-switch.ts';

const code = `
func (r *Builder) client() {
	if r.ignoreTLSErrors {
		for _, cipher := range ciphers {
			suites = append(suites, cipher.ID)
		}
		config = &tls.Config{
			InsecureSkipVerify: true,
		}
	}
	other = &tls.Config{
		MinVersion: lowest,
	}
}
`;

it('a check that an option disables is distinguished from one that is always off', () => {
  expect(isBelowSwitch(code, code.indexOf('InsecureSkipVerify'))).toBe(true);
  expect(isBelowSwitch(code, code.indexOf('MinVersion'))).toBe(false);
  expect(isBelowSwitch('InsecureSkipVerify: true', 0)).toBe(false);
});
