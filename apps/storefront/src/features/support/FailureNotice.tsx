import { useConfigs } from '../../api/page.tsx';
import { useText } from '../../i18n/text.tsx';
import { Notice } from '../../ui/Notice/Notice.tsx';
import { againAfter, failureMessage } from './code-message.ts';

/** A failed call within a page that stays usable. A chunk of its own, because home rarely needs it. */
export default function FailureNotice(props: {
  readonly title: string;
  /** Shown where a retry can help; otherwise the failure's own message. */
  readonly text: string;
  readonly failure: unknown;
  readonly onRetry: () => void;
}) {
  const t = useText();
  const configs = useConfigs();
  const again = againAfter(props.failure, props.onRetry);
  return (
    <Notice tone="err" role="alert" onRetry={again}>
      <b>{props.title}</b>
      <p>{again ? props.text : failureMessage(t, props.failure, configs)}</p>
    </Notice>
  );
}
