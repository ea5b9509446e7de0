import { useState } from 'react';
import { useConfigs, useProject } from '../config/page.tsx';
import { useHydrated } from '../frame/use-hydrated.ts';
import { storage } from '../storage/storage.ts';
import { fitsCid, tidyCid } from './character-id.ts';
import { type ConfirmFoot, confirmFoot } from './confirm-foot.ts';
import { type Lookup, wantsPassword } from './lookup.ts';
import { useLookup } from './use-lookup.ts';
import { type ServerList, type Servers, useServers } from './use-servers.ts';

export type Confirm = {
  readonly list: ServerList;
  readonly retryServers: () => void;
  readonly region: string | null;
  readonly server: Servers[number] | null;
  readonly cid: string;
  readonly password: string;
  readonly asksPassword: boolean;
  readonly lookup: Lookup;
  readonly foot: ConfirmFoot;
  /** Which of region, server and ID the player has left or been asked for (V03). */
  readonly isPlaceDue: boolean;
  readonly isCidDue: boolean;
  readonly fits: boolean;
  chooseRegion(prId: string): void;
  chooseServer(serverId: string): void;
  typeCid(text: string): void;
  typePassword(text: string): void;
  /** The player left the server's picker or the ID's field, or pressed on without them. */
  placeIsDue(): void;
  cidIsDue(): void;
  again(): void;
};

/** F01: everything the panel "Who is it for?" knows, and what follows from it. */
export function useConfirm(
  /** F12: typed in another game's shop, whose character it is not. */
  brought: string | null,
): Confirm {
  const configs = useConfigs();
  const project = useProject();
  const [list, retryServers] = useServers();
  const [region, setRegion] = useState<string | null>(null);
  const [serverId, setServerId] = useState<string | null>(null);
  const [cid, setCid] = useState('');
  const [password, setPassword] = useState('');
  const [protectedCid, setProtectedCid] = useState<string | null>(null);
  const [isPlaceDue, setPlaceDue] = useState(false);
  const [isCidDue, setCidDue] = useState(false);

  // The server's renderer knows no storage: the first picture is everybody's.
  const isHydrated = useHydrated();
  const [isFilled, setIsFilled] = useState(false);
  if (isHydrated && !isFilled) {
    setIsFilled(true);
    const last = storage.read('lastCharacter', project);
    const known = brought ?? last?.cid ?? '';
    // Who was faster than the script has typed already.
    if (cid === '') setCid(known);
    // Of another character nobody knows the server.
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

  const who = `${serverId ?? ''}/${cid}`;
  if (wantsPassword(lookup) && protectedCid !== who) setProtectedCid(who);
  const asksPassword = protectedCid === who;

  return {
    list,
    retryServers,
    region,
    server,
    cid,
    password,
    asksPassword,
    lookup,
    foot: confirmFoot({
      hasServer: server !== null,
      fits,
      lookup,
      asksPassword,
      hasPassword: password !== '',
    }),
    isPlaceDue,
    isCidDue,
    fits,
    chooseRegion(prId) {
      setRegion(prId);
      if (server?.pr_id !== prId) setServerId(null);
    },
    chooseServer(id) {
      const chosen = servers.find((each) => each.server_id === id);
      setServerId(id);
      if (chosen) setRegion(chosen.pr_id);
    },
    typeCid(text) {
      setCid(tidyCid(text, configs));
      setPassword('');
      setCidDue(false);
    },
    typePassword: setPassword,
    placeIsDue: () => setPlaceDue(true),
    cidIsDue: () => setCidDue(true),
    again: () => again(asksPassword && password !== '' ? password : undefined),
  };
}
