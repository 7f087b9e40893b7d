import type { Address, Hex } from 'viem';
import { hexToBytes } from 'viem/utils';
import { addressOfSpki, partsOfDer } from './kms-signature.ts';
import type { SignatureParts, Signer } from './signer.ts';

/**
 * A key in AWS KMS (ECC_SECG_P256K1). The SDK finds credentials and region; it is only loaded here, so that
 * others do not pay for it.
 */
export async function openAwsKmsSigner(keyId: string, endpoint?: string): Promise<Signer> {
  const { GetPublicKeyCommand, KMSClient, SignCommand } = await import('@aws-sdk/client-kms');
  const client = new KMSClient(endpoint === undefined ? {} : { endpoint });
  const { PublicKey } = await client.send(new GetPublicKeyCommand({ KeyId: keyId }));
  if (PublicKey === undefined) throw new Error('AWS KMS gave no public key');
  const address: Address = addressOfSpki(Buffer.from(PublicKey));
  return {
    address,
    async sign(hash: Hex): Promise<SignatureParts> {
      const { Signature } = await client.send(
        new SignCommand({
          KeyId: keyId,
          Message: hexToBytes(hash),
          MessageType: 'DIGEST',
          SigningAlgorithm: 'ECDSA_SHA_256',
        }),
      );
      if (Signature === undefined) throw new Error('AWS KMS gave no signature');
      return partsOfDer(Signature, hash, address);
    },
  };
}
