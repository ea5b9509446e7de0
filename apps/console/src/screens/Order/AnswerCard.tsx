import { isLanguage, LANGUAGES, languageTag } from '@webpay/contract/languages';
import { Card } from '../../ui/Card/Card.tsx';
import { ErrorState } from '../../ui/ErrorState/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton/Skeleton.tsx';
import styles from './AnswerCard.module.css';
import { CopyAnswer } from './CopyAnswer.tsx';
import type { Answer } from './use-answer.ts';

/** The answer for the player as text, in one of the shop's 21 languages. */
export function AnswerCard({
  answer,
  ownLang,
}: {
  readonly answer: Answer;
  /** Language of the order. */
  readonly ownLang: string;
}) {
  const { lang, setLang, text, error, again } = answer;
  return (
    <Card
      title="Answer for the player"
      actions={
        <select
          className={styles['languages']}
          aria-label="Language of the answer"
          value={lang ?? ''}
          onChange={({ currentTarget: { value } }) => {
            if (isLanguage(value)) setLang(value);
          }}
        >
          {LANGUAGES.map((each) => (
            <option key={each} value={each}>
              {nameOf(each)}
              {each === ownLang ? ' · order' : ''}
            </option>
          ))}
        </select>
      }
    >
      {error !== null && (
        <ErrorState title="The answer could not be read." error={error} onAgain={again} />
      )}
      {text === null ? (
        error === null && <Skeleton rows={4} look="text" />
      ) : (
        <p className={styles['text']} lang={languageTag(lang ?? 'en')} dir="auto">
          {text}
        </p>
      )}
      <div className={styles['foot']}>
        <CopyAnswer answer={answer} label="Copy" />
        <span className="muted small">Made from the order’s facts.</span>
      </div>
    </Card>
  );
}

/** A language by its own name: Deutsch, 한국어. */
function nameOf(code: string): string {
  const tag = languageTag(code);
  return new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? code;
}
