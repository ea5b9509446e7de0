import { useCallback, useState } from 'react';
import { useConfigs, useProject } from '../../api/page.tsx';
import { useHydrated } from '../../browser/use-hydrated.ts';
import { storage } from '../../browser/storage.ts';
import { fitsCid, tidyCid } from './character-id.ts';
import { confirmBar } from './confirm-bar.ts';
import { type Asks, asksAfter } from './lookup.ts';
import { type Entered, type Given, useLookup } from './use-lookup.ts';
import { useServers } from './use-servers.ts';

export type Confirm = ReturnType<typeof useConfirm>;

const NOTHING_ENTERED: Entered = { pwd: '', v_code: '', prove: null };
const NOTHING_ASKED = { key: '', password: false, picture: false };

/** State of the panel "Who is it for?" (F01). */
export function useConfirm(
  /** ID typed in another game's shop that belongs to this game (F12). */
  brought: string | null,
) {
  const configs = useConfigs();
  const project = useProject();
  const [list, retryServers] = useServers();
  const [region, setRegion] = useState<string | null>(null);
  const [serverId, setServerId] = useState<string | null>(null);
  const [cid, setCid] = useState('');
  const [entered, setEntered] = useState(NOTHING_ENTERED);
  const [asked, setAsked] = useState(NOTHING_ASKED);
  const [isPlaceDue, setPlaceDue] = useState(false);
  const [isCidDue, setCidDue] = useState(false);

  // The server's renderer has no storage, so the first render is the same for everybody.
  const isHydrated = useHydrated();
  const [isFilled, setIsFilled] = useState(false);
  if (isHydrated && !isFilled) {
    setIsFilled(true);
    const last = storage.read('lastCharacter', project);
    const known = brought ?? last?.cid ?? '';
    // Keeps an ID that was typed before hydration.
    if (cid === '') setCid(known);
    // The stored server belongs to the stored character only.
    if (last?.cid === known) {
      setRegion(last.pr_id);
      setServerId(last.server_id);
    }
  }

  const servers = list.state === 'ready' ? list.servers : [];
  const server = servers.find((each) => each.server_id === serverId) ?? null;
  const fits = fitsCid(cid, configs);
  const wanted =
    server !== null && fits ? { pr_id: server.pr_id, server_id: server.server_id, cid } : null;
  const { lookup, again } = useLookup(wanted);

  const key = `${serverId ?? ''}/${cid}`;
  const before = asked.key === key ? asked : NOTHING_ASKED;
  const asks = asksAfter(before, lookup);
  if (asks.password !== before.password || asks.picture !== before.picture) {
    setAsked({ key, ...asks });
  }
  const enter = useCallback((change: Partial<Entered>) => {
    setEntered((last) => ({ ...last, ...change }));
  }, []);

  return {
    list,
    retryServers,
    region,
    server,
    cid,
    /** Extra fields that the look-up requires, and their values. */
    asks,
    entered,
    lookup,
    bar: confirmBar({ hasServer: server !== null, fits, lookup, asks, entered }),
    /** Whether the player has left or submitted region and server, or the ID (V03). */
    isPlaceDue,
    isCidDue,
    fits,
    chooseRegion(prId: string) {
      setRegion(prId);
      if (server?.pr_id !== prId) setServerId(null);
    },
    chooseServer(id: string) {
      const chosen = servers.find((each) => each.server_id === id);
      setServerId(id);
      if (chosen) setRegion(chosen.pr_id);
    },
    typeCid(text: string) {
      setCid(tidyCid(text, configs));
      setEntered(NOTHING_ENTERED);
      setCidDue(false);
    },
    enter,
    placeIsDue: () => setPlaceDue(true),
    cidIsDue: () => setCidDue(true),
    again: () => again(filled(asks, entered)),
    /** Repeats the look-up with these values. */
    unlock: again,
  };
}

/** Sends a password or an image code only where one was entered (V04). */
function filled(asks: Asks, { pwd, v_code, prove }: Entered): Given {
  return {
    ...(asks.password && pwd !== '' ? { pwd } : {}),
    ...(asks.picture && v_code !== '' && prove ? { proof: prove(v_code) } : {}),
  };
}
