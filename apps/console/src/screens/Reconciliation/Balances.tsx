import { IconCircleCheck } from '@tabler/icons-react';
import type { ConsoleResult } from '@webpay/contract/console/calls';
import { useState } from 'react';
import { useCall } from '../../api/queries.ts';
import { Reading } from '../../features/reading/Reading.tsx';
import { Card } from '../../ui/Card/Card.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { Money } from '../../ui/Money/Money.tsx';
import { Note } from '../../ui/Note/Note.tsx';
import styles from './Reconciliation.module.css';

type Data = ConsoleResult<'ledgerBalances'>;

/** Balances of the ledger's accounts in one currency, and whether all entries sum to zero. */
export function Balances() {
  const query = useCall('ledgerBalances', {});
  return (
    <Reading query={query} failed="The balances could not be read." skeletonRows={5}>
      {(data) =>
        data.accounts === null ? (
          <p className="muted small">
            The balances are of all projects together. Operators of all projects see them.
          </p>
        ) : (
          <Accounts data={data} accounts={data.accounts} />
        )
      }
    </Reading>
  );
}

function Accounts({
  data: { unbalanced, entries },
  accounts,
}: {
  readonly data: Data;
  readonly accounts: NonNullable<Data['accounts']>;
}) {
  const currencies = [...new Set(accounts.map(({ sum }) => sum.currency))].toSorted();
  const [wanted, setWanted] = useState('USD');
  const currency = currencies.includes(wanted) ? wanted : currencies[0];
  if (currency === undefined) {
    return (
      <Card title="Balances">
        <EmptyState icon={<IconCircleCheck />} title="The ledger is empty">
          Balances appear here with the first payment.
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card
      title="Balances"
      note="all days, all projects"
      isPadded={false}
      actions={
        <label className={styles['currency']}>
          Currency
          <select value={currency} onChange={(event) => setWanted(event.target.value)}>
            {currencies.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
      }
      footer={<Check unbalanced={unbalanced} entries={entries} />}
    >
      <dl className={styles['accounts']}>
        {accounts
          .filter(({ sum }) => sum.currency === currency)
          .map(({ account, text, note, sum }) => (
            <div key={account}>
              <dt>
                {text}
                {note !== '' && <p className="muted small">{note}</p>}
              </dt>
              <dd>
                <Money sum={sum} />
              </dd>
            </div>
          ))}
      </dl>
    </Card>
  );
}

function Check({ unbalanced, entries }: Pick<Data, 'unbalanced' | 'entries'>) {
  if (unbalanced.length > 0) {
    return (
      <Note tone="red" role="alert">
        The two sides of {unbalanced.join(', ')} do not sum to zero.
      </Note>
    );
  }
  return (
    <Note tone="green">
      Both sides of {entries.toLocaleString('en')} entries sum to zero, in each currency.
    </Note>
  );
}
