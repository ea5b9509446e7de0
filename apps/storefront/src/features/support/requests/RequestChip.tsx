import type { Resolution } from '@webpay/contract/calls';
import { useText } from '../../../i18n/text.tsx';
import { Chip } from '../../../ui/Chip/Chip.tsx';
import type { IconName } from '../../../ui/Icon/Icon.tsx';
import { requestLabel } from './request-view.ts';

const SIGNS: Readonly<Record<Resolution['state'], IconName>> = {
  open: 'clock',
  approved: 'check',
  rejected: 'info',
};

/** State of a request as icon and label. */
export function RequestChip({ request }: { readonly request: Resolution }) {
  const t = useText();
  const { id, tone } = requestLabel(request);
  return (
    <Chip tone={tone} icon={SIGNS[request.state]}>
      {t(id)}
    </Chip>
  );
}
