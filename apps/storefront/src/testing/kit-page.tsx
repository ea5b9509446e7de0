import '../styles/base.css';
import { type ReactNode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { loadCatalogue } from 'virtual:catalogues';
import { createTexts, TextProvider } from '../i18n/text.tsx';
import { watchBack } from '../router/back-layers.ts';
import { Button } from '../ui/Button/Button.tsx';
import { Countdown } from '../ui/Countdown/Countdown.tsx';
import { iconSprite } from '../ui/Icon/icon-sprite.ts';
import { LazyImage } from '../ui/LazyImage/LazyImage.tsx';
import { Picker } from '../ui/Picker/Picker.tsx';
import { Popup, type PopupProps } from '../ui/Popup/Popup.tsx';
import { RadioCard, RadioGroup } from '../ui/RadioCard/RadioCard.tsx';
import { Stepper } from '../ui/Stepper/Stepper.tsx';
import { TextField } from '../ui/Field/TextField.tsx';
import { Gallery } from './gallery.tsx';
import { toast } from '../ui/Toaster/toast.ts';
import { Toaster } from '../ui/Toaster/Toaster.tsx';

/**
 * Page of the components, for developers at `/kit`. kit.test.ts drives the controls, which write
 * their effects beside them; `?controls` leaves the gallery out.
 */

const SERVERS = Array.from({ length: 12 }, (_, index) => ({
  value: `s${index}`,
  label: `S${10 + index} ${['Dawnharbor', 'Silverfen', 'Northgate'][index % 3]}`,
  group: index % 2 === 0 ? 'eu' : 'am',
  ...(index === 2 ? { disabledReason: 'Under maintenance' } : {}),
}));
const REGIONS = [
  { id: 'eu', label: 'Europe' },
  { id: 'am', label: 'Americas' },
];

function Output({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  return <span id={id}>{children}</span>;
}

function Popups() {
  const [shown, setShown] = useState('');
  const [log, setLog] = useState<readonly string[]>([]);
  const note = (what: string) => () => setLog((before) => [...before, what]);
  const kinds: Record<string, PopupProps> = {
    plain: { titleText: 'Remove 3 items?', contentText: 'You can add them again.' },
    handlers: {
      contentText: 'Only text',
      leftBtnText: 'Keep',
      rightBtnText: 'Remove',
      leftBtnFun: note('left'),
      rightBtnFun: note('right'),
      closeIconFun: note('icon'),
    },
    locked: { titleText: 'Paying', locked: true, rightBtnFun: note('right') },
    field: {
      titleText: 'Code',
      children: <TextField label="Mail code" value="" onChange={() => undefined} />,
    },
  };
  return (
    <>
      {Object.entries(kinds).map(([name, props]) => (
        <span key={name}>
          <Button kind="ghost" onClick={() => setShown(name)}>
            {`popup ${name}`}
          </Button>
          <Popup show={shown === name} onClosed={() => setShown('')} {...props} />
        </span>
      ))}
      <Popup />
      <Output id="popup-log">{log.join(' ')}</Output>
    </>
  );
}

function Servers() {
  const [open, setOpen] = useState(false);
  const [value, setValue] = useState('s0');
  return (
    <>
      <Button kind="ghost" onClick={() => setOpen(true)}>
        servers
      </Button>
      <Output id="server">{value}</Output>
      <Picker
        open={open}
        onClose={() => setOpen(false)}
        title="Choose your server"
        options={SERVERS}
        value={value}
        onChoose={setValue}
        searchText="Search all regions"
        emptyText={(query) => `No server called "${query}".`}
        groups={REGIONS}
        groupsLabel="Region"
      />
    </>
  );
}

function Steppers() {
  const [count, setCount] = useState(1);
  const [tenths, setTenths] = useState(0.5);
  return (
    <>
      <Stepper label="Royal armory" value={count} onChange={setCount} max={5} />
      <Stepper
        label="Share"
        value={tenths}
        onChange={setTenths}
        min={0}
        max={1}
        step={0.1}
        decimals={1}
      />
    </>
  );
}

function Buttons() {
  const [presses, setPresses] = useState(0);
  const [busy, setBusy] = useState(false);
  const [way, setWay] = useState('card');
  return (
    <>
      <Button
        busy={busy}
        busyLabel="Paying…"
        onClick={() => {
          setPresses(presses + 1);
          setBusy(true);
        }}
      >
        Pay €13.99
      </Button>
      <Button blocked="Choose a server first" onBlocked={() => toast('led to the server')}>
        Continue
      </Button>
      <Button onClick={() => toast('plain')}>toast</Button>
      <Button
        onClick={() => toast('undo?', { action: { label: 'Undo', run: () => setWay('pp') } })}
      >
        toast with action
      </Button>
      <Output id="presses">{presses}</Output>
      <RadioGroup label="Payment method" value={way} onChange={setWay}>
        <RadioCard value="card" label="Card">
          <p>card form</p>
        </RadioCard>
        <RadioCard value="pp" label="PayPal" />
        <RadioCard value="apple" label="Apple Pay" disabledReason="Not on this device" />
      </RadioGroup>
    </>
  );
}

function Countdowns() {
  const [endsAtMs] = useState(() => Date.now() + 2500);
  const [ended, setEnded] = useState(0);
  return (
    <>
      <Countdown
        endsAtMs={endsAtMs}
        nowMs={Date.now}
        onEnd={() => setEnded((times) => times + 1)}
      />
      <Output id="ended">{ended}</Output>
    </>
  );
}

const HAS_GALLERY = !new URLSearchParams(location.search).has('controls');

function Kit() {
  return (
    <main style={{ display: 'grid', justifyItems: 'start', gap: '8px' }}>
      <h1>Kit</h1>
      <Popups />
      <Servers />
      <Steppers />
      <Buttons />
      <Countdowns />
      <LazyImage src="/broken.webp" alt="broken" width={40} height={40} />
      <div style={{ blockSize: '2000px' }} />
      <LazyImage src="/far.webp" alt="far" width={40} height={40} />
      {HAS_GALLERY && <Gallery />}
      <Toaster />
    </main>
  );
}

document.body.insertAdjacentHTML('afterbegin', iconSprite);
const root = document.getElementById('root');
watchBack();
const messages = await loadCatalogue('en');
if (root) {
  createRoot(root).render(
    <TextProvider texts={createTexts('en', messages)}>
      <Kit />
    </TextProvider>,
  );
}
