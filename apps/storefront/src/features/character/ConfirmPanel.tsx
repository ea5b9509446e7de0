import { useId } from 'react';
import { useText } from '../../i18n/text.tsx';
import { Panel } from '../../ui/Panel/Panel.tsx';
import { TextButton } from '../../ui/TextButton/TextButton.tsx';
import { cx } from '../../ui/cx.ts';
import { ConfirmFields, type ConfirmFieldsProps } from './ConfirmFields.tsx';
import styles from './ConfirmPanel.module.css';

/** "Who is it for?" on home. */
export function ConfirmPanel(props: ConfirmFieldsProps) {
  const t = useText();
  const id = useId();
  return (
    <Panel className={cx('stack-tight', styles.panel)} labelledBy={`${id}title`}>
      <div className={cx('row', styles.head)}>
        <h2 id={`${id}title`}>{t('home.who')}</h2>
        <TextButton icon="question" onClick={() => props.onOpen('findId')}>
          {t('home.find_id')}
        </TextButton>
      </div>
      <ConfirmFields {...props} />
    </Panel>
  );
}
