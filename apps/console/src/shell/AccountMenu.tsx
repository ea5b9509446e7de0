import { Menu, useMantineColorScheme } from '@mantine/core';
import {
  IconDeviceDesktop,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconShieldLock,
  IconSun,
} from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { call } from '../api/call.ts';
import { useMe } from '../api/queries.ts';
import { Avatar } from '../ui/Avatar/Avatar.tsx';
import styles from './AccountMenu.module.css';
import { rolesText } from '../roles.ts';

const SCHEMES = [
  { value: 'auto', label: 'As the system', icon: IconDeviceDesktop },
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
] as const;

export function AccountMenu({ onKeys }: { readonly onKeys: () => void }) {
  const me = useMe();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const navigate = useNavigate();
  const signOut = async (): Promise<void> => {
    // An ended session is what this asks for.
    await call('signOut', {}, { unauthorized: 'fail' }).catch(() => undefined);
    window.location.assign('/sign-in');
  };
  return (
    <Menu
      position="bottom-end"
      shadow="md"
      width={248}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <button type="button" className={styles['target']}>
          <Avatar name={me.name} look="filled" />
          <span className="sr-only">
            Account of {me.name}, {rolesText(me.roles)}
          </span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <strong className={styles['name']}>{me.name}</strong>
          {rolesText(me.roles)}
        </Menu.Label>
        <Menu.Item
          leftSection={<IconShieldLock size={17} aria-hidden />}
          onClick={() => void navigate('/me')}
        >
          Security
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={17} aria-hidden />} onClick={onKeys}>
          Keys
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Colours</Menu.Label>
        {SCHEMES.map(({ value, label, icon: Icon }) => (
          <Menu.RadioItem
            key={value}
            value={value}
            checked={colorScheme === value}
            rightSection={<Icon size={17} aria-hidden />}
            onChange={() => setColorScheme(value)}
          >
            {label}
          </Menu.RadioItem>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={17} aria-hidden />}
          onClick={() => void signOut()}
        >
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
