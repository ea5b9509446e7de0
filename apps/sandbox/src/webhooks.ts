import type { Change } from './store.ts';
import type { Target } from './faults.ts';
import type { Job } from './jobs.ts';
import type { Ctx } from './sandbox.ts';
import { fieldsOf, textOf } from './shape.ts';

/** A pending notification. Each delivery signs the gateway's `message` again. */
export type Parcel = { readonly url: string; readonly message: unknown; readonly held?: boolean };

export type Dressed = { readonly body: Buffer; readonly headers: Record<string, string> };

export type Sender = {
  readonly target: Target;
  readonly dress: (message: unknown, job: Job) => Promise<Dressed>;
  readonly isAck: (status: number, body: string) => boolean;
  /**
   * Pauses between deliveries, before the time scale. The first is immediate; one follows each
   * pause.
   */
  readonly pausesMs: readonly number[];
};

export type Webhooks = ReturnType<typeof createWebhooks>;

const ACK_WITHIN_MS = 10_000;
/** Lets the answer that caused a notification arrive first. */
const AT_ONCE_MS = 40;
const LATE_MS = 10_000;
const REORDER_MS = 5_000;

export function createWebhooks({ store, jobs, faults, timeScale }: Ctx, sender: Sender) {
  const kind = `${sender.target}.webhook`;
  /** Notifications that a `reorder` fault delays until another one is sent. */
  const heldBack = new Map<string, Parcel>();

  jobs.handle(kind, async (job) => {
    const parcel = readParcel(job.payload);
    heldBack.delete(job.id);
    const delivered = await deliver(sender, parcel, job);
    const pause = delivered ? undefined : sender.pausesMs[job.tries];
    const now = Date.now();
    const released = parcel.held === true ? [] : [...heldBack];
    for (const [id] of released) heldBack.delete(id);
    store.commit([
      pause === undefined ? jobs.remove(job.id) : jobs.again(job, now + pause / timeScale),
      ...released.map(([id, late]) => jobs.add(kind, now, late, id)),
    ]);
  });

  return {
    /** Changes that queue a notification; commit them with the change it reports. */
    post: (url: string, message: unknown, delayMs: number = AT_ONCE_MS): Change[] => {
      const now = Date.now() + delayMs;
      const parcel: Parcel = { url, message };
      const fault = faults.meetWebhook(sender.target);
      switch (fault?.kind) {
        case 'lost':
          return [];
        case 'late':
          return [jobs.add(kind, now + (fault.ms ?? LATE_MS), parcel)];
        case 'duplicate':
          return [jobs.add(kind, now, parcel), jobs.add(kind, now + (fault.ms ?? 0), parcel)];
        case 'reorder': {
          const late: Parcel = { ...parcel, held: true };
          const change = jobs.add(kind, now + (fault.ms ?? REORDER_MS), late);
          heldBack.set(change.id, late);
          return [change];
        }
        default:
          return [jobs.add(kind, now, parcel)];
      }
    },
  };
}

async function deliver(sender: Sender, parcel: Parcel, job: Job): Promise<boolean> {
  const { body, headers } = await sender.dress(parcel.message, job);
  try {
    const answer = await fetch(parcel.url, {
      method: 'POST',
      body: new Uint8Array(body),
      headers: { 'content-type': 'application/json', ...headers },
      redirect: 'manual',
      signal: AbortSignal.timeout(ACK_WITHIN_MS),
    });
    return sender.isAck(answer.status, await answer.text());
  } catch {
    // No answer: the schedule continues.
    return false;
  }
}

function readParcel(payload: unknown): Parcel {
  const fields = fieldsOf(payload);
  const url = textOf(fields['url']);
  if (url === undefined) throw new Error('a notification without an address');
  return { url, message: fields['message'], held: fields['held'] === true };
}
