import type { ReactNode } from 'react';
import { LazyImage } from '../../../ui/LazyImage/LazyImage.tsx';
import { useConfigs } from '../../../api/page.tsx';
import styles from './Access.module.css';

export function Shield(props: { readonly text: string; readonly children?: ReactNode }) {
  const { theme, resource_configs } = useConfigs();
  return (
    <div className={styles.shield}>
      <LazyImage src={theme.art['shield'] ?? resource_configs.icon} alt="" eager />
      <p>
        {props.text}
        {props.children}
      </p>
    </div>
  );
}
