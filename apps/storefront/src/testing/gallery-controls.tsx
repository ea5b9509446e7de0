import { type ReactNode, useState } from 'react';
import { Button } from '../ui/Button/Button.tsx';
import { Chips } from '../ui/Chips/Chips.tsx';
import { Dialog } from '../ui/Dialog/Dialog.tsx';
import { FieldButton } from '../ui/Field/FieldButton.tsx';
import { TextArea } from '../ui/Field/TextArea.tsx';
import { TextField } from '../ui/Field/TextField.tsx';
import { GoodsImage } from '../ui/GoodsImage/GoodsImage.tsx';
import { IconButton } from '../ui/IconButton/IconButton.tsx';
import { LanguagePill } from '../ui/LanguagePill/LanguagePill.tsx';
import { Picker } from '../ui/Picker/Picker.tsx';
import { Popup } from '../ui/Popup/Popup.tsx';
import { RadioCard, RadioGroup } from '../ui/RadioCard/RadioCard.tsx';
import { Sheet } from '../ui/Sheet/Sheet.tsx';
import { Stepper } from '../ui/Stepper/Stepper.tsx';
import { Tabs } from '../ui/Tabs/Tabs.tsx';
import { TextButton } from '../ui/TextButton/TextButton.tsx';
import { toast } from '../ui/Toaster/toast.ts';

const PICTURE =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4" fill="gold"/></svg>';
const SERVERS = [
  { value: 'm1', label: 'S1 Dawnharbor' },
  { value: 'm2', label: 'S2 Silverfen', disabledReason: 'Under maintenance' },
];
const ignore = (): void => undefined;

/** Keeps the value that a component under show changes. */
function Held<Value>(props: {
  readonly start: Value;
  readonly children: (value: Value, set: (value: Value) => void) => ReactNode;
}) {
  const [value, set] = useState(props.start);
  return props.children(value, set);
}

/** Shows a button that opens a dialog. */
function Opener(props: {
  readonly label: string;
  readonly children: (open: boolean, close: () => void) => ReactNode;
}) {
  return (
    <Held start={false}>
      {(open, set) => (
        <>
          <Button kind="ghost" size="small" onClick={() => set(true)}>
            {props.label}
          </Button>
          {props.children(open, () => set(false))}
        </>
      )}
    </Held>
  );
}

/** States of the components that react, by the name of their folder in `ui`. */
export const CONTROLS: Readonly<Record<string, () => ReactNode>> = {
  Button: () => (
    <>
      {(['primary', 'ghost'] as const).map((kind) => (
        <p key={kind}>
          <Button kind={kind}>Pay €13.99</Button>{' '}
          <Button kind={kind} size="small">
            Small
          </Button>{' '}
          <Button kind={kind} icon="lock">
            With icon
          </Button>{' '}
          <Button kind={kind} busy busyLabel="Paying…">
            Busy
          </Button>{' '}
          <Button kind={kind} blocked="Choose a server first">
            Blocked
          </Button>{' '}
          <Button kind={kind} danger>
            Remove
          </Button>
        </p>
      ))}
      <Button wide>A label that is longer than most buttons of a phone can carry</Button>
    </>
  ),
  Chips: () => (
    <Held start="all">
      {(value, set) => (
        <Chips
          label="Category"
          options={['all', 'gems', 'packs', 'cards'].map((id) => ({ id, label: id }))}
          value={value}
          onChange={set}
        />
      )}
    </Held>
  ),
  Dialog: () => (
    <Opener label="A card that only its button closes">
      {(open, close) => (
        <Dialog open={open} onClose={close} locked labelledBy="kit-dialog" shape="card">
          <h2 id="kit-dialog">Money moves</h2>
          <Button onClick={close}>Done</Button>
        </Dialog>
      )}
    </Opener>
  ),
  Field: () => (
    <Held start="204518767">
      {(value, set) => (
        <>
          <TextField label="Character ID" value={value} onChange={set} clearLabel="Clear" numeric />
          <TextField label="With help" help="Digits only" value={value} onChange={set} />
          <TextField label="Wrong" error="Too short" value={value} onChange={set} />
          <TextField label="Off" value={value} onChange={set} disabled />
          <TextArea label="Reason" value={value} onChange={set} />
          <FieldButton label="Server" value={null} placeholder="Choose" onClick={ignore} />
          <FieldButton label="Region" value="Europe" placeholder="Choose" onClick={ignore} />
        </>
      )}
    </Held>
  ),
  IconButton: () =>
    (['plain', 'disc', 'soft'] as const).map((look, badge) => (
      <IconButton
        key={look}
        icon="cart"
        label={`Cart, ${badge * 2} items`}
        look={look}
        badge={badge * 2}
        onClick={ignore}
      />
    )),
  LanguagePill: () => <LanguagePill code="en" label="Language: English" onClick={ignore} />,
  Picker: () => (
    <Opener label="Choose a server">
      {(open, close) => (
        <Picker
          open={open}
          onClose={close}
          title="Choose your server"
          options={SERVERS}
          value="m1"
          onChoose={close}
          searchText="Search"
          emptyText={(query) => `No server called "${query}".`}
        />
      )}
    </Opener>
  ),
  Popup: () => (
    <Opener label="Ask before removing">
      {(open, close) => <Popup show={open} onClosed={close} titleText="Remove 3 items?" />}
    </Opener>
  ),
  RadioCard: () => (
    <Held<string | null> start="card">
      {(value, set) => (
        <RadioGroup label="Payment method" value={value} onChange={set}>
          <RadioCard value="card" label="Card">
            A form
          </RadioCard>
          <RadioCard value="wallet" label="PayPal" />
          <RadioCard value="apple" label="Apple Pay" disabledReason="Not on this device" />
        </RadioGroup>
      )}
    </Held>
  ),
  Sheet: () => (
    <>
      <Opener label="A sheet with buttons">
        {(open, close) => (
          <Sheet open={open} onClose={close} title="Royal armory" footer={<Button>Buy</Button>}>
            Contents
          </Sheet>
        )}
      </Opener>
      <Opener label="A tall sheet with a picture">
        {(open, close) => (
          <Sheet
            open={open}
            onClose={close}
            title="Royal armory"
            height="tall"
            readOnly
            hero={<GoodsImage tier={5} picture={PICTURE} size="popup" />}
          >
            Contents
          </Sheet>
        )}
      </Opener>
    </>
  ),
  Stepper: () => (
    <Held start={1}>
      {(count, set) => <Stepper label="Pieces" value={count} onChange={set} max={5} />}
    </Held>
  ),
  Tabs: () => (
    <Held<string> start="tasks">
      {(value, set) => (
        <Tabs
          label="Event"
          tabs={[
            { id: 'tasks', label: 'Tasks', count: { value: 2, label: '2 rewards' } },
            { id: 'rules', label: 'Rules' },
          ]}
          value={value}
          onChange={set}
        >
          {value}
        </Tabs>
      )}
    </Held>
  ),
  TextButton: () => (
    <TextButton icon="next" onClick={ignore}>
      All orders
    </TextButton>
  ),
  Toaster: () => (
    <Button size="small" onClick={() => toast('Address copied')}>
      Show a toast
    </Button>
  ),
};
