import { CopyButton } from '../../ui/CopyButton/CopyButton.tsx';

/** The way to the gateway's own page of a dispute; without one, its number to find it by. */
export function AnswerAt({
  dispute: { answer_url: url, gateway, number },
}: {
  readonly dispute: {
    readonly answer_url: string | null;
    readonly gateway: string;
    readonly number: string;
  };
}) {
  if (url === null) return <CopyButton text={number} what={`number at ${gateway}`} />;
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`Answer ${number} at ${gateway}`}
    >
      Answer
    </a>
  );
}
