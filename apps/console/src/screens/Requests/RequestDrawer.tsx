import { useCall, useMe } from '../../api/queries.ts';
import { MoneyTable } from '../../features/orders/MoneyTable/MoneyTable.tsx';
import { Missing, Reading } from '../../features/reading/Reading.tsx';
import type { RequestFile } from '../../features/step/StepFields.tsx';
import { ConsoleLink } from '../../router/ConsoleLink.tsx';
import { Badges } from '../../ui/Badge/Badge.tsx';
import { useKeys } from '../../ui/Keys/keys.ts';
import { moneyText } from '../../ui/Money/money-text.ts';
import { Note } from '../../ui/Note/Note.tsx';
import { Drawer } from '../../ui/Split/Split.tsx';
import { fullText } from '../../ui/Time/time-text.ts';
import { Decide } from './Decide.tsx';
import { KIND_TEXT } from './RequestTable.tsx';
import styles from './Requests.module.css';

type Props = {
  readonly id: string;
  readonly onClose: () => void;
  readonly onDecided: (id: string, sentence: string) => void;
};

/** One request: the player's words, the order's cause and money, and the decision. */
export function RequestDrawer({ id, onClose, onDecided }: Props) {
  const request = useCall('request', { id });
  useKeys('Request', [{ key: 'Escape', label: 'Close the drawer', run: onClose }]);
  const data = request.isPlaceholderData ? undefined : request.data;
  if (data === undefined) {
    return (
      <Drawer title="Request" onClose={onClose}>
        <Reading
          query={request}
          failed="The request could not be read."
          missing={<Missing title="There is no such request" />}
        >
          {() => null}
        </Reading>
      </Drawer>
    );
  }
  return <RequestOf key={data.state} file={data} onClose={onClose} onDecided={onDecided} />;
}

function RequestOf({
  file,
  onClose,
  onDecided,
}: { readonly file: RequestFile } & Omit<Props, 'id'>) {
  const { permissions } = useMe();
  const about = {
    title: titleOf(file),
    note: (
      <>
        {KIND_TEXT[file.kind]} · <bdi>{file.goods}</bdi> · {file.character.project.name}{' '}
        {file.character.server_name} · order{' '}
        <ConsoleLink to={`/orders/${file.order_id}`}>{file.order_no}</ConsoleLink>
      </>
    ),
  };
  const facts = <Facts file={file} />;
  if (file.state !== 'open') {
    return (
      <Drawer {...about} onClose={onClose}>
        {facts}
        <Note tone={file.state === 'approved' ? 'green' : 'grey'}>
          <strong className="strong">
            {file.state === 'approved' ? 'Approved' : 'Rejected'}
            {file.decided_by !== null && ` by ${file.decided_by}`}
            {file.decided_at !== null && `, ${fullText(file.decided_at)}`}
          </strong>
          {file.answer !== null && <p dir="auto">{file.answer}</p>}
        </Note>
      </Drawer>
    );
  }
  if (!permissions.includes('request.decide')) {
    return (
      <Drawer {...about} onClose={onClose}>
        {facts}
        <Note tone="violet">Support, finance and admins decide requests.</Note>
      </Drawer>
    );
  }
  return <Decide file={file} about={about} facts={facts} onClose={onClose} onDecided={onDecided} />;
}

function titleOf({ kind, character, left, total }: RequestFile): string {
  return kind === 'refund'
    ? `${character.name} asks for ${moneyText(left ?? total)} back`
    : `${character.name} asks to send the goods to another character`;
}

function Facts({ file }: { readonly file: RequestFile }) {
  return (
    <>
      <blockquote className={styles['quote']}>
        <p dir="auto" lang={file.lang}>
          {file.text === '' ? 'The player wrote no words.' : `“${file.text}”`}
        </p>
        <footer className="muted small">
          {fullText(file.created_at)} · page in {languageText(file.lang)}
        </footer>
      </blockquote>
      <div className="stack-tight">
        <Badges badges={file.explain.badges} />
        <p>{file.explain.sentence}</p>
        {file.is_given && (
          <p className="muted small">The goods were delivered, or may have been.</p>
        )}
      </div>
      <MoneyTable money={file.money} />
    </>
  );
}

const LANGUAGES = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' });

function languageText(code: string): string {
  // The shop's own code for traditional Chinese.
  if (code === 'tw') return 'Traditional Chinese';
  return LANGUAGES.of(code) ?? code;
}
