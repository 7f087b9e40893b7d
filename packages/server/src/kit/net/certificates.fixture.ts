import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { required } from '../required.ts';

/** A key and its certificate in PEM, as `node:tls` takes them. */
export interface Credentials {
  key: string;
  cert: string;
}

export interface CertificateWish {
  /** DNS names and IPv4 addresses. */
  names: string[];
  validFrom?: Date;
  validTo?: Date;
}

export interface TestAuthority {
  /** PEM, for a client under test to trust. */
  certificate: string;
  issue(wish: CertificateWish): Credentials;
}

const DAY_MS = 86_400_000;

/** A certificate authority for one test run; nothing is stored, so nothing expires. */
export function createTestAuthority(): TestAuthority {
  const keys = newKeys();
  const name = `Test Authority ${randomBytes(4).toString('hex')}`;
  const own = buildCertificate({
    subject: name,
    issuer: name,
    subjectKey: keys.publicKey,
    signer: keys.privateKey,
    isAuthority: true,
    names: [],
  });
  return {
    certificate: own,
    issue: (wish) => {
      const leaf = newKeys();
      const cert = buildCertificate({
        ...wish,
        subject: required(wish.names[0], 'a name for the certificate'),
        issuer: name,
        subjectKey: leaf.publicKey,
        signer: keys.privateKey,
        isAuthority: false,
      });
      return { key: exportKey(leaf.privateKey), cert };
    },
  };
}

/** A self-signed certificate. */
export function issueSelfSigned(wish: CertificateWish): Credentials {
  const keys = newKeys();
  const name = required(wish.names[0], 'a name for the certificate');
  const cert = buildCertificate({
    ...wish,
    subject: name,
    issuer: name,
    subjectKey: keys.publicKey,
    signer: keys.privateKey,
    isAuthority: false,
  });
  return { key: exportKey(keys.privateKey), cert };
}

interface CertificateFields extends CertificateWish {
  subject: string;
  issuer: string;
  subjectKey: KeyObject;
  signer: KeyObject;
  isAuthority: boolean;
}

/** The parts of RFC 5280, section 4.1, that tests need; P-256 keys, signed with ECDSA and SHA-256. */
function buildCertificate(fields: CertificateFields): string {
  const algorithm = sequence(objectId('2a8648ce3d040302'));
  const tbs = sequence(
    der(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([0x01]), randomBytes(15)])),
    algorithm,
    nameOf(fields.issuer),
    sequence(
      time(fields.validFrom ?? new Date(Date.now() - DAY_MS)),
      time(fields.validTo ?? new Date(Date.now() + 365 * DAY_MS)),
    ),
    nameOf(fields.subject),
    fields.subjectKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensionsOf(fields))),
  );
  const signature = sign('sha256', tbs, fields.signer);
  const certificate = sequence(tbs, algorithm, der(0x03, Buffer.from([0]), signature));
  const lines = required(
    certificate.toString('base64').match(/.{1,64}/g),
    'the lines of the certificate',
  ).join('\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

function extensionsOf(fields: CertificateFields): Buffer[] {
  const critical = der(0x01, Buffer.from([0xff]));
  if (fields.isAuthority) {
    const constraints = sequence(der(0x01, Buffer.from([0xff])));
    // keyCertSign and cRLSign.
    const usage = der(0x03, Buffer.from([1, 0x06]));
    return [
      sequence(objectId('551d13'), critical, der(0x04, constraints)),
      sequence(objectId('551d0f'), critical, der(0x04, usage)),
    ];
  }
  const names = fields.names.map((name) =>
    isIPv4(name)
      ? der(0x87, Buffer.from(name.split('.').map(Number)))
      : der(0x82, Buffer.from(name, 'ascii')),
  );
  return [sequence(objectId('551d11'), der(0x04, sequence(...names)))];
}

function newKeys(): { publicKey: KeyObject; privateKey: KeyObject } {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

function exportKey(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function nameOf(commonName: string): Buffer {
  return sequence(der(0x31, sequence(objectId('550403'), der(0x0c, Buffer.from(commonName)))));
}

/** GeneralizedTime, which parsers accept for any year. */
function time(date: Date): Buffer {
  return der(0x18, Buffer.from(`${date.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`));
}

function integer(bytes: Buffer): Buffer {
  return der(0x02, bytes);
}

function objectId(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, ...parts);
}

/** One DER element: tag, length, content. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head =
    length < 0x80
      ? [tag, length]
      : length < 0x100
        ? [tag, 0x81, length]
        : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), content]);
}
