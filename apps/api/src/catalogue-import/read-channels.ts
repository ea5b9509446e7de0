import { isPayerField } from '@webpay/contract/payer-fields';
import type * as v from 'valibot';
import type { Fact, Methods, PayMethod } from '../config/methods/read-methods.ts';
import type { channelsFile, projectFile } from '../domain/projects/catalogue-shape.ts';
import { refuse, unique } from './check-catalogue.ts';

type ProjectFile = v.InferOutput<typeof projectFile>;
type File = v.InferOutput<typeof channelsFile>;
type Row = File['channels'][number];

/** A project's methods, in its own sequence, with their facts. */
export type ReadChannel = {
  readonly pay_id: string;
  readonly countries: '*' | readonly string[];
  readonly currencies: '*' | readonly string[];
  readonly method: PayMethod;
  readonly name: Readonly<Record<string, string>>;
  /** The name of a picture; null: the method has a tile. */
  readonly logo: string | null;
};

/**
 * Joins a project's channels with the product's methods.
 * @throws CatalogueError naming file and field: for an unknown method, for a country or currency that is not the
 *   method's or the project's, and for a method that cannot be offered
 */
export function readChannels(
  folder: string,
  { channels }: File,
  project: ProjectFile,
  methods: Methods,
): readonly ReadChannel[] {
  const file = `${folder}/channels.yaml`;
  unique(file, 'channels', channels, (channel) => channel.pay_id);
  unique(file, 'order', channels, (channel) => String(channel.order));
  return channels
    .toSorted((a, b) => a.order - b.order)
    .map((row) => {
      const method = methods.get(row.pay_id);
      if (method === undefined) {
        const why = `${row.pay_id} is no way to pay that the shop knows`;
        refuse(file, 'channels', why, { value: row.pay_id });
      }
      checkMethod(file, row, method);
      const { country, currency } = method;
      const channel = {
        pay_id: row.pay_id,
        method,
        name: row.name ?? method.name,
        logo: row.logo ?? method.logo,
        countries: row.countries ?? (country === '*' ? '*' : [country]),
        currencies: row.currencies ?? (currency === '*' ? '*' : [currency]),
      } as const;
      checkCountries(folder, channel, project);
      return channel;
    });
}

const FACT_NAMES: Readonly<Record<Fact, string>> = {
  values: "the gateway's values",
  limits: 'the limits',
  close_minutes: 'the closing time',
  refund: 'the refund',
  fields: 'the fields to ask for',
  hosted: "the right to the gateway's page",
  direct: 'the right to the direct call',
};

/** Refuses facts that differ from the method's, and a method that the shop can never offer. */
function checkMethod(file: string, row: Row, method: PayMethod): void {
  for (const field of ['provider', 'method'] as const) {
    const given = row[field];
    if (given === undefined || given === method[field]) continue;
    refuse(file, `${row.pay_id}.${field}`, `is ${method[field]}, not ${given}`, { value: given });
  }
  const because = (why: string) => {
    refuse(file, 'channels', `${row.pay_id} cannot be offered: ${why}`, { value: row.pay_id });
  };
  // An unknown fact refuses nothing: the shop leaves the method out, and the import says so. A voucher may be without
  // refunds: its payer is told before, and an operator refunds (docs/decisions/0071).
  const needsRefund = method.flow !== 'voucher' && !method.unknown.includes('refund');
  if (needsRefund && !method.isRefundable) because('its money cannot go back');
  const field = method.fields.find((each) => !isPayerField(each));
  if (field !== undefined) because(`the shop does not ask the payer for ${field}`);
}

/** A sentence for each method that a catalogue switches on and the shop does not offer, because facts are unknown. */
export function unofferedWays(
  projects: readonly {
    readonly code: string;
    readonly channels: readonly { readonly pay_id: string }[];
  }[],
  methods: Methods,
): readonly string[] {
  return projects.flatMap(({ code, channels }) =>
    channels.flatMap(({ pay_id: payId }) => {
      const missing = methods.get(payId)?.unknown.map((fact) => FACT_NAMES[fact]) ?? [];
      return missing.length === 0
        ? []
        : [`${code}: ${payId} is not offered: METHODS_FILE does not give ${missing.join(', ')}.`];
    }),
  );
}

function checkCountries(folder: string, channel: ReadChannel, { countries }: ProjectFile): void {
  if (channel.countries === '*') return;
  const file = `${folder}/channels.yaml`;
  const field = `${channel.pay_id}.countries`;
  const { country: home } = channel.method;
  const currencyOf = new Map(countries.map((each) => [each.country, each.currency]));
  for (const country of channel.countries) {
    const currency = currencyOf.get(country);
    if (currency === undefined) {
      const or = { file: `${folder}/project.yaml`, field: 'countries' };
      refuse(file, field, `the project does not sell in ${country}`, { or, value: country });
    }
    if (home !== '*' && home !== country) {
      refuse(file, field, `is a way to pay of ${home}`, { value: country });
    }
    if (channel.currencies !== '*' && !channel.currencies.includes(currency)) {
      const or = { file: `${folder}/project.yaml`, field: 'countries', value: country };
      const why = `${country} pays in ${currency}, which is not among currencies`;
      refuse(file, field, why, { or, value: country });
    }
  }
}
