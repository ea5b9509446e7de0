import { Announcement } from './Announcement.tsx';
import { Banners } from './Banners.tsx';

/** The end of a visitor's home, far below the first screen: a chunk of its own. */
export default function LateNews(props: { readonly onPress: () => void }) {
  return (
    <>
      <Banners onPress={props.onPress} />
      <Announcement />
    </>
  );
}
