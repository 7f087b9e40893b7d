import { type CleanRule, clean } from '../../../flow/language-model.ts';

/** Calls that sanitize data in all languages. */
export const commonCleans: readonly CleanRule[] = [
  clean(
    'all',
    'parseInt parseFloat parseDouble toInt toFloat toLong toDouble Number int float bool Integer intval floatval isNaN isInteger',
  ),
  clean('all', 'hashCode length size count indexOf'),
  clean('all', 'sha256 sha512 bcrypt scrypt argon2 password_hash generate_password_hash'),
];
