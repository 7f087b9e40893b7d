import { Many } from '../../parts/fields.tsx';

/** Addresses a key may be used from; none for anywhere. */
export function AddressesField({
  values,
  onChange,
}: {
  values: string[];
  onChange: (values: string[]) => void;
}) {
  return (
    <Many
      label="May be used from"
      values={values}
      onChange={onChange}
      options={[]}
      placeholder="192.0.2.7, 10.0.0.0/8 or 2001:db8::/32"
      hint="Addresses and networks; press Enter after each. Empty: it may be used from anywhere."
    />
  );
}
